// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyState, record, sampleServer } from '#test/console/page/sample-state.js'
import { ApiError } from '../api/console-api.js'
import type { ConsoleState, MessagePage, MessageRecord, StreamLine } from '../api/contract.js'
import { FakeApi } from '../fixtures/fake-api.js'
import { ConsoleStore } from './console-store.js'
import { follow } from './follow.js'

/** One connection: its state, what it then says, and how it ends; without an end it stays until the page leaves. */
interface Connection {
  readonly state: ConsoleState | Error
  readonly lines?: readonly StreamLine[]
  readonly end?: 'over' | Error
}

/** A server that has these connections one after the other; the last one again and again. */
class Feed extends FakeApi {
  readonly #connections: Connection[]
  records: readonly MessageRecord[] = []
  states = 0

  constructor(...connections: readonly Connection[]) {
    super()
    this.#connections = [...connections]
  }

  override async state(): Promise<ConsoleState> {
    this.states += 1
    const { state } = this.#current
    if (state instanceof Error) throw this.#next(state)
    return state
  }

  override async *events(after?: number, signal?: AbortSignal): AsyncGenerator<StreamLine> {
    this.requests.push(['events', after])
    const { lines = [], end } = this.#current
    try {
      yield* lines
      if (end === undefined) await aborted(signal)
      if (end instanceof Error) throw end
    } finally {
      this.#next(undefined)
    }
  }

  override async messages(before = 0, limit = 0): Promise<MessagePage> {
    this.requests.push(['messages', before, limit])
    if (this.records.length === 0) throw new Error('There are no messages')
    const older = this.records.filter(({ seq }) => seq < before)
    return { records: older.slice(-2), firstSeq: this.records[0]?.seq ?? 0, lastSeq: this.records.at(-1)?.seq ?? 0 }
  }

  get #current(): Connection {
    return this.#connections[0] ?? { state: new Error('nothing is expected here') }
  }

  #next<T>(value: T): T {
    if (this.#connections.length > 1) this.#connections.shift()
    return value
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('left'))))
}

const stateOf = (more: Partial<ConsoleState> = {}): ConsoleState => ({ ...emptyState(), ...more })
const hello = (session = 'session-1'): StreamLine => ({ type: 'hello', version: 1, session, cursor: 0 })
const added = (name: string): StreamLine => ({
  type: 'event',
  cursor: 1,
  event: { type: 'server', server: sampleServer(name) },
})

let leaving: AbortController
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  leaving = new AbortController()
})
afterEach(async () => {
  leaving.abort()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
})

/** Follows the feed until nothing more happens by itself. */
async function start(feed: Feed): Promise<{ readonly store: ConsoleStore; readonly done: Promise<void> }> {
  const store = new ConsoleStore()
  const done = follow(feed, store, leaving.signal)
  await vi.advanceTimersByTimeAsync(0)
  return { store, done }
}

const namesIn = (store: ConsoleStore) => store.servers.value.map(({ name }) => name)

describe('the page follows its server', () => {
  test('from the state on, event by event', async () => {
    const beat: StreamLine = { type: 'beat', cursor: 1 }
    const state = stateOf({ cursor: 7, servers: [sampleServer('a')] })
    const feed = new Feed({ state, lines: [hello(), added('b'), beat, added('c')] })
    const { store } = await start(feed)
    expect([store.stream.value, namesIn(store)]).toEqual(['live', ['a', 'b', 'c']])
    expect(feed.requests).toEqual([['events', 7]])
  })

  test.each([
    ['after a gap', { type: 'gap', cursor: 9 }],
    ['where the command was started anew', hello('session-2')],
  ] as const)('anew %s, without what came before', async (_name, line) => {
    const feed = new Feed(
      { state: stateOf({ servers: [sampleServer('a')] }), lines: [added('b'), line, added('never')], end: 'over' },
      { state: stateOf({ session: 'session-2', servers: [sampleServer('z')] }), lines: [hello('session-2')] },
    )
    const { store } = await start(feed)
    store.log.append([record(5, 0, {})])
    expect([feed.states, namesIn(store)]).toEqual([1, ['a', 'b']])
    await vi.advanceTimersByTimeAsync(249)
    expect(feed.states).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect([feed.states, namesIn(store), store.log.records, store.stream.value]).toEqual([2, ['z'], [], 'live'])
  })

  test('again and again while it is away, with pauses that grow to 5 s', async () => {
    const feed = new Feed({ state: new Error('refused') })
    const { store } = await start(feed)
    expect([feed.states, store.stream.value]).toEqual([1, 'cut'])
    for (const [attempts, pause] of [250, 500, 1_000, 2_000, 5_000, 5_000].entries()) {
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(feed.states).toBe(attempts + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(feed.states).toBe(attempts + 2)
    }
  })

  test('with short pauses again, once it was there', async () => {
    const refused = { state: new Error('refused') }
    const there: Connection = { state: stateOf(), end: 'over' }
    const feed = new Feed(refused, refused, refused, there, { state: stateOf() })
    const { store } = await start(feed)
    await vi.advanceTimersByTimeAsync(250 + 500 + 1_000)
    expect([feed.states, store.stream.value]).toEqual([4, 'live'])
    await vi.advanceTimersByTimeAsync(250)
    expect(feed.states).toBe(5)
  })

  test('and says that the connection is cut', async () => {
    const feed = new Feed({ state: stateOf(), end: new Error('reset') }, { state: stateOf() })
    const { store } = await start(feed)
    expect(store.stream.value).toBe('cut')
    await vi.advanceTimersByTimeAsync(250)
    expect([feed.states, store.stream.value]).toEqual([2, 'live'])
  })
})

describe('the page stops', () => {
  test('where its token is of another start', async () => {
    const feed = new Feed({ state: new ApiError({ code: 'unauthorized', message: 'The token is not valid' }) })
    const { store, done } = await start(feed)
    await done
    await vi.advanceTimersByTimeAsync(10_000)
    expect([store.stream.value, feed.states]).toEqual(['unauthorized', 1])
  })

  test('not for another error of the server', async () => {
    const feed = new Feed({ state: new ApiError({ code: 'unreachable', message: 'refused' }) })
    const { store } = await start(feed)
    await vi.advanceTimersByTimeAsync(250)
    expect([store.stream.value, feed.states]).toEqual(['cut', 2])
  })

  test.each([
    ['over', 'over'],
    ['an error', new Error('reset')],
  ] as const)('after the command has ended; the end of the stream is %s', async (_name, end) => {
    const closing: StreamLine = { type: 'event', cursor: 1, event: { type: 'closing' } }
    const feed = new Feed({ state: stateOf(), lines: [closing], end })
    const { store, done } = await start(feed)
    await vi.advanceTimersByTimeAsync(250)
    await done
    await vi.advanceTimersByTimeAsync(10_000)
    expect([store.stream.value, feed.states]).toEqual(['closed', 1])
  })

  test('at once where it is left', async () => {
    const feed = new Feed({ state: stateOf() })
    const { store, done } = await start(feed)
    leaving.abort()
    await done
    expect([store.stream.value, feed.states]).toEqual(['live', 1])
  })

  test('before it begins, where it was left already', async () => {
    const feed = new Feed({ state: stateOf() })
    leaving.abort()
    const { store, done } = await start(feed)
    await done
    expect([store.stream.value, feed.states]).toEqual(['loading', 0])
  })
})

describe('older messages', () => {
  const connected = (lastSeq: number): Connection => ({
    state: stateOf({ cursor: 3, messages: { firstSeq: 1, lastSeq, bytes: 0 } }),
  })
  const records = [1, 2, 3, 4, 5].map((seq) => record(seq, seq, {}))

  test('are loaded page by page, a frame for each, the newest first', async () => {
    const feed = new Feed(connected(5))
    feed.records = records
    const { store } = await start(feed)
    expect(store.log.records).toEqual(records.slice(3))
    await vi.advanceTimersByTimeAsync(16)
    expect(store.log.records).toEqual(records.slice(1))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.log.records).toEqual(records)
    expect(feed.requests.filter(([name]) => name === 'messages')).toEqual([
      ['messages', 6, 2_000],
      ['messages', 4, 2_000],
      ['messages', 2, 2_000],
    ])
  })

  test('are not asked for where there are none', async () => {
    const feed = new Feed(connected(0))
    await start(feed)
    expect(feed.requests).toEqual([['events', 3]])
  })

  test('that are gone, or have no place any more, end the loading', async () => {
    const feed = new Feed(connected(5))
    feed.records = records
    const { store } = await start(feed)
    store.log.dropBefore(5)
    store.log.prepend([record(2, 2, {})], 5)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.log.records.map(({ seq }) => seq)).toEqual([2, 5])
    expect(feed.requests.filter(([name]) => name === 'messages')).toHaveLength(2)
  })

  test('are no longer loaded once the page is left', async () => {
    const feed = new Feed(connected(5))
    feed.records = records
    const { store } = await start(feed)
    leaving.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.log.records).toEqual(records.slice(3))
  })

  test('that cannot be loaded are left out, and the rest goes on', async () => {
    const { store } = await start(new Feed(connected(5)))
    expect([store.stream.value, store.log.records]).toEqual(['live', []])
  })
})
