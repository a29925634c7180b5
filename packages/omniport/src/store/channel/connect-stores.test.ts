import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createRecordingLogger } from '#test/support/recording-logger.js'
import { settled } from '#test/support/virtual-runtime.js'
import type { JsonValue } from '../../values/json/json-value.js'
import { connectStores } from './connect-stores.js'
import { eventWindow } from './store-channel.js'

/** Connected stores, and the other side, which a test plays. */
function open() {
  const sent: JsonValue[] = []
  const listeners = new Set<(message: JsonValue) => void>()
  const logger = createRecordingLogger()
  const stores = connectStores(
    {
      send: (message) => void sent.push(message),
      listen: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    { logger },
  )
  const answer = (message: JsonValue) => {
    for (const listener of [...listeners]) listener(message)
  }
  /** Answers the call that was sent last. */
  const answerLast = async <T>(promise: Promise<T>, value: JsonValue) => {
    await settled(1)
    const { id } = sent.at(-1) as { readonly id: number }
    answer({ id, value })
    return promise
  }
  const calls = () => sent.map((message) => (message as { readonly call?: JsonValue }).call)
  return { stores, sent, calls, answer, answerLast, logger, listeners }
}

const versioned = { value: { a: 1 }, version: 3 }
const lease = { node: 'n', fence: 1, expiresAt: 5 }

describe.each(['sessions', 'tasks'] as const)('%s', (name) => {
  test('are asked of the other side', async () => {
    const { stores, calls, answerLast } = open()
    const records = stores[name]
    expect([
      await answerLast(records.create('a', { b: 1 }, 5), true),
      await answerLast(records.get('a'), versioned),
      await answerLast(records.get('a'), null),
      await answerLast(records.replace('a', 3, 'x', 6), false),
      await answerLast(records.delete('a'), true),
      await answerLast(records.lease('a', 'n', 7), lease),
      await answerLast(records.lease('a', 'n', 7), null),
    ]).toEqual([true, versioned, undefined, false, true, lease, undefined])
    expect(calls()).toEqual([
      [name, 'create', 'a', '{"b":1}', 5],
      [name, 'get', 'a'],
      [name, 'get', 'a'],
      [name, 'replace', 'a', 3, '"x"', 6],
      [name, 'delete', 'a'],
      [name, 'lease', 'a', 'n', 7],
      [name, 'lease', 'a', 'n', 7],
    ])
  })

  test('have values of JSON', async () => {
    const { stores, sent } = open()
    const failure = new TypeError(`${name}: a value must be a JSON value, got undefined`)
    await expect(stores[name].create('a', undefined as never, 5)).rejects.toThrow(failure)
    await expect(stores[name].replace('a', 1, undefined as never, 5)).rejects.toThrow(failure)
    expect(sent).toEqual([])
  })
})

test('tasks are listed from the first, or after one', async () => {
  const { stores, calls, answerLast } = open()
  expect(await answerLast(stores.tasks.list('ann', undefined, 5), ['a', 'b'])).toEqual(['a', 'b'])
  await answerLast(stores.tasks.list('ann', 'b', 5), [])
  expect(calls()).toEqual([
    ['tasks', 'list', 'ann', null, 5],
    ['tasks', 'list', 'ann', 'b', 5],
  ])
})

test('bytes cross as base64', async () => {
  const { stores, calls, answerLast } = open()
  const bytes = Uint8Array.of(1, 255)
  expect([
    await answerLast(stores.blobs.create('a', bytes, 5), true),
    await answerLast(stores.blobs.put('a', bytes, 6), null),
    await answerLast(stores.blobs.get('a'), 'Af8='),
    await answerLast(stores.blobs.get('a'), null),
    await answerLast(stores.blobs.take('a'), 'Af8='),
  ]).toEqual([true, undefined, bytes, undefined, bytes])
  expect(calls()).toEqual([
    ['blobs', 'create', 'a', 'Af8=', 5],
    ['blobs', 'put', 'a', 'Af8=', 6],
    ['blobs', 'get', 'a'],
    ['blobs', 'get', 'a'],
    ['blobs', 'take', 'a'],
  ])
})

describe('the bus', () => {
  test('publishes, and listens until that is over', async () => {
    const { stores, sent, answer, answerLast } = open()
    await answerLast(Promise.resolve(stores.bus.publish('t', { a: 1 })), null)
    const received: JsonValue[] = []
    const stop = stores.bus.subscribe('t', (message) => void received.push(message))
    answer({ id: 2, event: 'one' })
    stop()
    stop()
    answer({ id: 2, event: 'two' })
    expect([received, sent]).toEqual([
      ['one'],
      [
        { id: 1, call: ['bus', 'publish', 't', '{"a":1}'] },
        { id: 2, call: ['bus', 'subscribe', 't'] },
        { id: 2, end: true },
      ],
    ])
  })

  test('says of messages that cannot be sent, and does not reject', async () => {
    const { stores, logger, answer } = open()
    const refused = stores.bus.publish('t', 1)
    answer({ id: 1, error: { kind: 'other', message: 'full' } })
    expect(await refused).toBe(undefined)
    const waiting = stores.bus.publish('t', 2)
    stores.close()
    expect(await Promise.all([waiting, stores.bus.publish('t', 3)])).toEqual([undefined, undefined])
    const closed = { code: 'closed', message: 'The process that has the stores is not connected' }
    const errors = [new Error('full'), expect.objectContaining(closed), expect.objectContaining(closed)]
    expect(logger.errors).toEqual(
      errors.map((error) => ({ message: 'A message could not be sent to other nodes', error })),
    )
  })

  test('publishes values of JSON', async () => {
    await expect(open().stores.bus.publish('t', undefined as never)).rejects.toThrow(
      new TypeError('bus: a message must be a JSON value, got undefined'),
    )
  })

  test('logs what a listener throws', () => {
    const { stores, answer, logger } = open()
    const error = new Error('x')
    stores.bus.subscribe('t', () => {
      throw error
    })
    answer({ id: 1, event: 'one' })
    expect(logger.errors).toEqual([{ message: 'A listener of the bus failed', error }])
  })

  test('ends with the connection', async () => {
    const { stores, listeners } = open()
    stores.bus.subscribe('t', () => {})
    stores.close()
    await settled()
    expect(listeners.size).toBe(0)
  })
})

describe('the inbox', () => {
  test('puts and takes values', async () => {
    const { stores, calls, answerLast } = open()
    expect(await answerLast(stores.inbox.put('a', [1], 5), true)).toBe(true)
    expect(await answerLast(stores.inbox.take('a', new AbortController().signal), [1])).toEqual([1])
    expect(calls()).toEqual([
      ['inbox', 'put', 'a', '[1]', 5],
      ['inbox', 'take', 'a'],
    ])
    await expect(stores.inbox.put('a', undefined as never, 5)).rejects.toThrow(
      new TypeError('inbox: a value must be a JSON value, got undefined'),
    )
  })

  test('asks nobody for what is given up already', async () => {
    const { stores, sent } = open()
    const reason = new Error('left')
    await expect(stores.inbox.take('a', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(sent).toEqual([])
  })

  test('gives a value that was taken as it was given up', async () => {
    const { stores, sent, answer } = open()
    const abort = new AbortController()
    const taking = stores.inbox.take('a', abort.signal)
    abort.abort()
    expect(sent.at(-1)).toEqual({ id: 1, end: true })
    answer({ id: 1, value: 'late' })
    expect(await taking).toBe('late')
  })

  test('leaves no listener at the signal, be there a value or not', async () => {
    const { stores, answer } = open()
    const { signal } = new AbortController()
    const [one, two] = [stores.inbox.take('a', signal), stores.inbox.take('b', signal)]
    const left = [getEventListeners(signal, 'abort').length]
    answer({ id: 1, value: 'x' })
    answer({ id: 2, error: { kind: 'other', message: 'full' } })
    expect(await Promise.allSettled([one, two])).toMatchObject([{ value: 'x' }, { reason: { message: 'full' } }])
    left.push(getEventListeners(signal, 'abort').length)
    expect(left).toEqual([2, 0])
  })

  test('fails with the reason of who gave up, else with that of the store', async () => {
    const { stores, answer } = open()
    const abort = new AbortController()
    const [one, two] = [stores.inbox.take('a', abort.signal), stores.inbox.take('a', new AbortController().signal)]
    const reason = new Error('left')
    abort.abort(reason)
    answer({ id: 1, error: { kind: 'other', message: 'aborted' } })
    answer({ id: 2, error: { kind: 'other', message: 'full' } })
    await expect(one).rejects.toBe(reason)
    await expect(two).rejects.toThrow(new Error('full'))
  })
})

describe('the event log', () => {
  test('appends, deletes, and says if reading may go on', async () => {
    const { stores, calls, answerLast } = open()
    const { eventLog } = stores
    expect([
      await answerLast(eventLog.append('s', { a: 1 }), '1'),
      await answerLast<unknown>(eventLog.appendAll?.('s', [1, 'b']) ?? Promise.resolve(), ['2', '3']),
      await answerLast<unknown>(eventLog.canResume?.('s', '2') ?? Promise.resolve(), true),
      await answerLast(eventLog.delete('s'), null),
    ]).toEqual(['1', ['2', '3'], true, undefined])
    expect(calls()).toEqual([
      ['eventLog', 'append', 's', '{"a":1}'],
      ['eventLog', 'appendAll', 's', '[1,"b"]'],
      ['eventLog', 'canResume', 's', '2'],
      ['eventLog', 'delete', 's'],
    ])
    const failure = new TypeError('event log: an event must be a JSON value, got undefined')
    await expect(eventLog.append('s', undefined as never)).rejects.toThrow(failure)
  })

  const read = (stores: ReturnType<typeof open>['stores'], signal: AbortSignal, after?: string) =>
    stores.eventLog.read('s', after, signal)[Symbol.asyncIterator]()

  test('reads from the first event, or after one', async () => {
    const { stores, calls, answer } = open()
    const { signal } = new AbortController()
    const [first, second] = [read(stores, signal), read(stores, signal, 'x')]
    const events = [first.next(), second.next()]
    await settled(1)
    expect(calls()).toEqual([
      ['eventLog', 'read', 's', null],
      ['eventLog', 'read', 's', 'x'],
    ])
    answer({ id: 1, event: { id: '1', event: 'a' } })
    answer({ id: 2, event: { id: '2', event: 'b' } })
    expect((await Promise.all(events)).map(({ value }) => value)).toEqual([
      { id: '1', event: 'a' },
      { id: '2', event: 'b' },
    ])
    await Promise.all([first.return?.(), second.return?.()])
  })

  test('asks for more when half of a window was used up', async () => {
    const { stores, sent, answer } = open()
    const reading = read(stores, new AbortController().signal)
    const first = reading.next()
    await settled(1)
    for (let at = 0; at < eventWindow; at += 1) answer({ id: 1, event: { id: String(at), event: at } })
    await first
    const taken = () => sent.slice(1)
    for (let at = 1; at < eventWindow / 2; at += 1) await reading.next()
    expect(taken()).toEqual([])
    await reading.next()
    expect(taken()).toEqual([{ id: 1, taken: eventWindow / 2 }])
    await reading.return?.()
    expect(taken().at(-1)).toEqual({ id: 1, end: true })
  })

  test('ends when the stream was deleted, also with events left', async () => {
    const { stores, answer, sent } = open()
    const reading = read(stores, new AbortController().signal)
    const first = reading.next()
    await settled(1)
    for (const id of ['1', '2', '3']) answer({ id: 1, event: { id, event: id } })
    await first
    answer({ id: 1, value: null })
    await settled(1)
    expect(await reading.next()).toEqual({ done: true, value: undefined })
    expect(sent).toHaveLength(1)
  })

  test('ends with its signal', async () => {
    const { stores, sent } = open()
    const abort = new AbortController()
    const next = read(stores, abort.signal).next()
    await settled(1)
    abort.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(sent.at(-1)).toEqual({ id: 1, end: true })
    expect(await read(stores, abort.signal).next()).toEqual({ done: true, value: undefined })
    expect(sent).toHaveLength(2)
  })

  test('fails as the store does, after the events before', async () => {
    const { stores, answer } = open()
    const reading = read(stores, new AbortController().signal)
    const first = reading.next()
    await settled(1)
    answer({ id: 1, event: { id: '1', event: 'a' } })
    answer({ id: 1, error: { kind: 'local', code: 'limit', message: 'gone' } })
    expect((await first).value).toEqual({ id: '1', event: 'a' })
    await expect(reading.next()).rejects.toMatchObject({ code: 'limit', message: 'gone' })
  })
})
