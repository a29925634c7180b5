import { describe, expect, test, vi } from 'vitest'
import { recordCall } from '../../test/recorded-call.js'
import { InMemoryEventStore } from '../examples/shared/inMemoryEventStore.js'
import type { JSONRPCMessage } from '../types.js'
import { MessageStreams, type MessageStreamsOptions } from './message-streams.js'
import type { EventStore } from './streamable-options.js'

const note = { jsonrpc: '2.0', method: 'a' } as const
const result = (id: number | string) => ({ jsonrpc: '2.0', id, result: {} }) as const
const event = (message: object, id?: string) =>
  `event: message\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`

function create(more: Partial<MessageStreamsOptions> = {}) {
  const errors: string[] = []
  const streams = new MessageStreams({
    ...{ eventStore: undefined, retryInterval: undefined, keepAliveMs: 0, answersJson: false },
    sessionHeaders: () => ({ 'mcp-session-id': 's' }),
    onError: (error) => void errors.push(error.message),
    ...more,
  })
  return { streams, errors }
}

/** A store with ids that tell the stream and the order. */
function createStore(
  more: Partial<EventStore> = {},
): EventStore & { readonly events: [string, string, JSONRPCMessage][] } {
  const events: [string, string, JSONRPCMessage][] = []
  return {
    events,
    async storeEvent(streamId, message) {
      const id = `e${events.length}`
      events.push([id, streamId, message])
      return id
    },
    async replayEventsAfter(lastEventId, { send }) {
      const at = events.findIndex(([id]) => id === lastEventId)
      const streamId = events[at]?.[1] ?? 'unknown'
      for (const [id, stream, message] of events.slice(at + 1)) if (stream === streamId) await send(id, message)
      return streamId
    },
    ...more,
  }
}

const head = [
  'open',
  200,
  {
    ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', connection: 'keep-alive' },
    ...{ 'x-accel-buffering': 'no', 'mcp-session-id': 's' },
  },
]
const refusal = (status: number, message: string, code = -32000) => [
  ...['send', status, { 'content-type': 'application/json' }],
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }),
]
const noConnection = (id: number) => new Error(`No connection established for request ID: ${id}`)

describe('the responses to a request', () => {
  test('end its stream', async () => {
    const { streams } = create()
    const recorded = recordCall()
    expect(streams.openPost([1, 2], recorded.call, true)).toBeUndefined()
    await streams.send(note, 2)
    await streams.send(result(1), undefined)
    await streams.send(note, 2)
    await streams.send(result(2), undefined)
    expect(recorded.text()).toBe(event(note) + event(result(1)) + event(note) + event(result(2)))
    expect([recorded.steps[0], recorded.steps.at(-1)]).toEqual([head, ['end']])
    for (const sending of [streams.send(result(1), undefined), streams.send(note, 2)]) {
      await expect(sending).rejects.toThrow(/^No connection established for request ID: /)
    }
  })

  test('are one reply where nothing came before', async () => {
    const { streams } = create()
    const { call, steps } = recordCall()
    void streams.openPost([1], call, false)
    await streams.send({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } }, undefined)
    expect(steps).toEqual([['send', 200, head[2], event({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } })]])
  })

  test('are JSON where that is wanted, and nothing else is sent', async () => {
    const { streams } = create({ answersJson: true })
    const { call, steps } = recordCall()
    void streams.openPost([1, 2], call, true)
    await streams.send(note, 1)
    await streams.send(result(1), undefined)
    await streams.send(result(2), undefined)
    expect(steps).toEqual([
      [
        ...['send', 200, { 'content-type': 'application/json', 'mcp-session-id': 's' }],
        JSON.stringify([result(1), result(2)]),
      ],
    ])
    await expect(streams.send(result(2), undefined)).rejects.toThrow(noConnection(2))
  })

  test('cannot come where their client has left', async () => {
    const { streams } = create()
    const recorded = recordCall()
    void streams.openPost([1], recorded.call, false)
    recorded.leave()
    expect(await streams.send(note, 1)).toBeUndefined()
    await expect(streams.send(result(1), undefined)).rejects.toThrow(noConnection(1))
    expect(recorded.steps).toEqual([])
  })

  test('to no request are errors', async () => {
    const { streams } = create()
    await expect(streams.send(result(9), undefined)).rejects.toThrow(noConnection(9))
    await expect(
      streams.send({ jsonrpc: '2.0', error: { code: 1, message: 'm' } } as JSONRPCMessage, undefined),
    ).rejects.toThrow(
      new Error('Cannot send a response on a standalone SSE stream unless resuming a previous client request'),
    )
  })

  test('come later where their stream was ended', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    const recorded = recordCall()
    await streams.openPost([1], recorded.call, true)
    streams.closeStream(1)
    streams.closeStream(1)
    streams.closeStream(5)
    expect(recorded.steps.filter(([step]) => step === 'end')).toHaveLength(1)
    await streams.send(result(1), undefined)
    const again = recordCall()
    await streams.resume('e0', again.call)
    expect([again.text(), again.steps.at(-1)]).toEqual([event(result(1), 'e1'), ['end']])
  })
})

describe('a stream that can go on', () => {
  test.each<[number | undefined, string]>([
    [undefined, 'id: e0\ndata: \n\n'],
    [5, 'id: e0\nretry: 5\ndata: \n\n'],
  ])('begins with an id, with the interval %s', async (retryInterval, text) => {
    const { streams } = create({ eventStore: createStore(), retryInterval })
    const recorded = recordCall()
    await streams.openPost([1], recorded.call, true)
    expect(recorded.text()).toBe(text)
  })

  test('has ids where its client knows no empty event', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    const recorded = recordCall()
    expect(streams.openPost([1], recorded.call, false)).toBeUndefined()
    await streams.send(note, 1)
    recorded.leave()
    await streams.send(result(1), undefined)
    expect([recorded.text(), eventStore.events.length]).toEqual([event(note, 'e0'), 2])
  })

  test('has streams with ids that nobody guesses', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    await streams.openPost([1], recordCall().call, true)
    expect(eventStore.events[0]?.[1]).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('cannot go on where the client has no id', async () => {
    const { streams } = create({ eventStore: createStore() })
    const recorded = recordCall()
    void streams.openPost([1], recorded.call, false)
    recorded.leave()
    await expect(streams.send(result(1), undefined)).rejects.toThrow(noConnection(1))
  })
})

describe('what belongs to no request', () => {
  test('goes on a stream of its own, which one client reads', async () => {
    const { streams, errors } = create()
    const [first, second, third] = [recordCall(), recordCall(), recordCall()]
    expect(await streams.send(note, undefined)).toBeUndefined()
    streams.openStandalone(first.call)
    streams.openStandalone(second.call)
    await streams.send(note, undefined)
    expect(first.steps).toEqual([head, ['write', event(note)]])
    const message = 'Conflict: Only one SSE stream is allowed per session'
    expect([second.steps, errors]).toEqual([[refusal(409, message)], [message]])
    first.leave()
    streams.openStandalone(third.call)
    await streams.send(note, undefined)
    expect(third.steps).toEqual([head, ['write', event(note)]])
    expect(first.steps).toHaveLength(2)
  })

  test('is stored for who comes back', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    const recorded = recordCall()
    streams.openStandalone(recorded.call)
    await streams.send(note, undefined)
    streams.closeStandalone()
    await streams.send(note, undefined)
    const again = recordCall()
    await streams.resume('e0', again.call)
    await streams.send(note, undefined)
    expect(recorded.steps.at(-1)).toEqual(['end'])
    expect(again.steps).toEqual([head, ['write', event(note, 'e1')], ['write', event(note, 'e2')]])
  })

  test('ends nothing where there is no stream', () => {
    const { streams } = create()
    expect(streams.closeStandalone()).toBeUndefined()
  })
})

describe('a client that comes back', () => {
  test('gets what it missed, and then what comes, once', async () => {
    let finish: (() => void) | undefined
    const eventStore = createStore()
    const { replayEventsAfter } = eventStore
    const replayLater: typeof replayEventsAfter = async (...given) => {
      const streamId = await replayEventsAfter(...given)
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return streamId
    }
    const waiting = { ...eventStore, replayEventsAfter: replayLater }
    const { streams } = create({ eventStore: waiting })
    const recorded = recordCall()
    await streams.openPost([1], recorded.call, true)
    await streams.send(note, 1)
    recorded.leave()
    const again = recordCall()
    const resuming = streams.resume('e0', again.call)
    await vi.waitFor(() => expect(finish).toBeTypeOf('function'), 20_000)
    await streams.send({ ...note, method: 'meanwhile' }, 1)
    finish?.()
    await resuming
    await streams.send(result(1), undefined)
    expect(again.text()).toBe(
      event(note, 'e1') + event({ ...note, method: 'meanwhile' }, 'e2') + event(result(1), 'e3'),
    )
    expect(again.steps.at(-1)).toEqual(['end'])
  })

  test('takes the place of its former reply', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    const [recorded, again] = [recordCall(), recordCall()]
    await streams.openPost([1], recorded.call, true)
    await streams.resume('e0', again.call)
    await streams.send(result(1), undefined)
    expect(recorded.steps.at(-1)).toEqual(['end'])
    expect([again.text(), again.steps.at(-1)]).toEqual([event(result(1), 'e1'), ['end']])
  })

  test('is refused where its stream is read, or not known, if the store can tell', async () => {
    const eventStore = createStore({
      getStreamIdForEventId: async (id) => (id === 'unknown' ? undefined : '_GET_stream'),
    })
    const { streams, errors } = create({ eventStore })
    streams.openStandalone(recordCall().call)
    const [other, unknown] = [recordCall(), recordCall()]
    await streams.resume('e0', other.call)
    await streams.resume('unknown', unknown.call)
    expect([...other.steps, ...unknown.steps]).toEqual([
      refusal(409, 'Conflict: Stream already has an active connection'),
      refusal(400, 'Invalid event ID format'),
    ])
    expect(errors).toEqual(['Conflict: Stream already has an active connection', 'Invalid event ID format'])
  })

  test('is refused where the store fails', async () => {
    const eventStore = createStore({ replayEventsAfter: () => Promise.reject(new Error('no disk')) })
    const { streams, errors } = create({ eventStore })
    const { call, steps } = recordCall()
    await streams.resume('e0', call)
    expect([steps, errors]).toEqual([[refusal(500, 'Error replaying events')], ['no disk']])
  })

  test('and has left again gets nothing', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    await eventStore.storeEvent('_GET_stream', note)
    await eventStore.storeEvent('_GET_stream', note)
    const recorded = recordCall()
    const resuming = streams.resume('e0', recorded.call)
    await Promise.resolve()
    recorded.leave()
    await resuming
    expect(recorded.steps).toEqual([])
  })

  test('works with the store of the examples', async () => {
    const { streams } = create({ eventStore: new InMemoryEventStore() })
    const recorded = recordCall()
    await streams.openPost([1], recorded.call, true)
    expect(recorded.text()).toMatch(/^id: \S+\ndata: \n\n$/)
  })
})

describe('the end', () => {
  test('ends all replies', async () => {
    const { streams } = create()
    const [post, standalone] = [recordCall(), recordCall()]
    void streams.openPost([1], post.call, false)
    streams.openStandalone(standalone.call)
    await streams.send(note, 1)
    streams.close()
    expect([post.steps.at(-1), standalone.steps.at(-1)]).toEqual([['end'], ['end']])
    await expect(streams.send(result(1), undefined)).rejects.toThrow(noConnection(1))
  })

  test('refuses what has no answer yet', () => {
    const { streams } = create({ answersJson: true })
    const { call, steps } = recordCall()
    void streams.openPost([1, 2], call, false)
    streams.close()
    expect(steps).toEqual([refusal(404, 'Session not found', -32001)])
  })

  test('refuses a client that comes back', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    await eventStore.storeEvent('_GET_stream', note)
    const { call, steps } = recordCall()
    const resuming = streams.resume('e0', call)
    streams.close()
    await resuming
    expect(steps).toEqual([refusal(404, 'Session not found', -32001)])
  })

  test('sends nothing that is stored later', async () => {
    const eventStore = createStore()
    const { streams } = create({ eventStore })
    const recorded = recordCall()
    await streams.openPost([1], recorded.call, true)
    const sending = streams.send(note, 1)
    streams.close()
    await sending
    expect(recorded.steps.at(-1)).toEqual(['end'])
    expect(eventStore.events).toHaveLength(2)
  })
})
