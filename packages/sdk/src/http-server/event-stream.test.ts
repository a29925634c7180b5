import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits } from '#core/serve'
import { settled } from '../../test/pipe.js'
import { recordCall } from '../../test/recorded-call.js'
import { EventReplay } from './event-replay.js'
import { EventStream, encodeEvent } from './event-stream.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const headers = { 'content-type': 'text/event-stream' }
const head = ['open', 200, headers]
const note = { jsonrpc: '2.0', method: 'a' } as const

function create({ keepAliveMs = 0, ids = [] as readonly number[] } = {}) {
  const stream = new EventStream('the-stream', ids, keepAliveMs)
  const recorded = recordCall()
  stream.connect(recorded.reply, headers)
  return { stream, ...recorded }
}

test.each([
  [undefined, 'event: message\ndata: {"jsonrpc":"2.0","method":"a"}\n\n'],
  ['', 'event: message\ndata: {"jsonrpc":"2.0","method":"a"}\n\n'],
  ['7', 'event: message\nid: 7\ndata: {"jsonrpc":"2.0","method":"a"}\n\n'],
])('an event with the id %j', (id, text) => {
  expect(encodeEvent(note, id)).toBe(text)
})

describe('a stream', () => {
  test('waits for its requests', () => {
    const { stream } = create({ ids: [1, 2] })
    expect([stream.id, [...stream.pending], stream.isResumable]).toEqual(['the-stream', [1, 2], false])
  })

  test('is connected to one reply, until that ends', () => {
    const { stream, reply } = create()
    expect([stream.isConnected, stream.isConnectedTo(reply), stream.isConnectedTo(recordCall().reply)]).toEqual([
      ...[true, true, false],
    ])
    stream.disconnect()
    expect([stream.isConnected, stream.isConnectedTo(reply)]).toEqual([false, false])
  })

  test('sends its head with the first event', () => {
    const { stream, steps } = create()
    stream.write('')
    expect(steps).toEqual([])
    stream.write('a')
    stream.write('b')
    stream.open()
    expect(steps).toEqual([head, ['write', 'a'], ['write', 'b']])
  })

  test('sends its head after the turn', async () => {
    const { steps } = create()
    await settled()
    await settled()
    expect(steps).toEqual([head])
  })

  test('sends no head where its reply is over by then', async () => {
    const { stream, steps } = create()
    stream.disconnect()
    stream.open()
    await settled()
    await settled()
    expect(steps).toEqual([])
  })

  test('without an event before its end is one reply', () => {
    const { stream, steps } = create()
    stream.end('a')
    expect(steps).toEqual([['send', 200, headers, 'a']])
    expect(stream.isConnected).toBe(false)
    const silent = create()
    silent.stream.end()
    expect(silent.steps).toEqual([['send', 200, headers, '']])
  })

  test('ends after its last event', () => {
    const { stream, steps } = create()
    stream.write('a')
    stream.end('b')
    stream.end('c')
    expect(steps).toEqual([head, ['write', 'a'], ['write', 'b'], ['end']])
    const silent = create()
    silent.stream.open()
    silent.stream.end()
    expect(silent.steps).toEqual([head, ['end']])
  })

  test('that is over forgets what its client got', () => {
    const { stream } = create()
    stream.replayed = new Set(['1'])
    stream.disconnect()
    expect(stream.replayed).toBeUndefined()
  })
})

describe('a silent stream', () => {
  test('gets comments, until it is over', () => {
    const { stream, text } = create({ keepAliveMs: 100 })
    stream.open()
    vi.advanceTimersByTime(99)
    expect(text()).toBe('')
    vi.advanceTimersByTime(1)
    vi.advanceTimersByTime(100)
    expect(text()).toBe(': keepalive\n\n: keepalive\n\n')
    stream.disconnect()
    vi.advanceTimersByTime(1_000)
    expect(text()).toHaveLength(2 * ': keepalive\n\n'.length)
  })

  test('gets none where that is not wanted', () => {
    const { stream, text } = create({ keepAliveMs: 0 })
    stream.open()
    vi.advanceTimersByTime(100_000)
    expect(text()).toBe('')
  })
})

describe('a reader that takes nothing', () => {
  const { stallMs } = defaultLimits

  test('is cut off while something waits for it', () => {
    const { stream, steps, sink } = create()
    sink.waiting = 5
    stream.write('a')
    vi.advanceTimersByTime(3 * stallMs)
    expect(steps.at(-1)).toEqual(['destroy'])
  })

  test('is not cut off while nothing waits, or all was taken', () => {
    const { stream, steps, sink } = create()
    stream.write('a')
    vi.advanceTimersByTime(3 * stallMs)
    sink.waiting = 5
    stream.write('b')
    sink.waiting = 0
    sink.drain()
    vi.advanceTimersByTime(3 * stallMs)
    expect(steps).toEqual([head, ['write', 'a'], ['write', 'b']])
  })

  test('is cut off after the end too, unless nothing waits', () => {
    const slow = create()
    slow.stream.write('a')
    slow.sink.waiting = 5
    slow.stream.end('b')
    vi.advanceTimersByTime(3 * stallMs)
    expect(slow.steps.at(-1)).toEqual(['destroy'])
    const quick = create()
    quick.stream.write('a')
    quick.stream.end('b')
    vi.advanceTimersByTime(3 * stallMs)
    expect(quick.steps.at(-1)).toEqual(['end'])
  })

  test('is left alone once the stream has another', () => {
    const { stream, steps, sink } = create()
    sink.waiting = 5
    stream.write('a')
    stream.disconnect()
    vi.advanceTimersByTime(3 * stallMs)
    expect(steps).toEqual([head, ['write', 'a']])
  })
})

describe('what a client missed', () => {
  const result = { jsonrpc: '2.0', id: 1, result: {} } as const

  test('is what the store gives, and what was stored meanwhile', () => {
    const replay = new EventReplay()
    replay.add('1', note)
    replay.note('s', '1', note)
    replay.note('other', '2', note)
    replay.note('s', '3', result)
    expect(replay.hasResponse).toBe(false)
    expect(replay.textOf('s')).toBe(encodeEvent(note, '1') + encodeEvent(result, '3'))
    expect([[...replay.ids], replay.hasResponse]).toEqual([['1', '3'], true])
  })

  test.each([
    [result, true],
    [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'm' } } as const, true],
    [{ jsonrpc: '2.0', id: 1, method: 'a' } as const, false],
  ])('%j has a response: %s', (message, expected) => {
    const replay = new EventReplay()
    replay.add('1', message)
    expect(replay.hasResponse).toBe(expected)
  })
})
