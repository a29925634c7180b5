import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { EventLog } from '../../../../store/event-log.js'
import { createMemoryBus } from '../../../../store/memory/memory-bus.js'
import { createMemorySessions } from '../../../../store/memory/memory-records.js'
import type { Stores } from '../../../../store/stores.js'
import { openLegacySettings } from '../fixtures/legacy-settings.js'
import { updated } from '../fixtures/open-session.js'
import type { SessionMessage } from '../sessions/session-messages.js'
import { SessionStreams } from './session-streams.js'
import type { StreamReader } from './stream-reader.js'

const elsewhere = 'e'.repeat(16)
const signal = new AbortController().signal

interface Options {
  readonly isShared?: boolean
  readonly isIntroduced?: boolean
  readonly isInitialized?: boolean
  readonly eventLog?: EventLog
}

/** The streams of a session, and what it is told of them. */
function open({ isShared = false, isIntroduced = true, isInitialized = true, eventLog }: Options = {}) {
  const clock = openLegacySettings().runtime
  const shared: Stores = isShared ? { bus: createMemoryBus(), sessions: createMemorySessions({ clock }) } : {}
  const opened = openLegacySettings({ ...shared, ...(eventLog && { eventLog }) }, { runtime: clock })
  const published: SessionMessage[] = []
  const seen = { missed: 0, isOver: false }
  const session = {
    id: 's',
    get isOver() {
      return seen.isOver
    },
    isIntroduced,
    publish: async (message: SessionMessage) => void published.push(message),
    missed: () => {
      seen.missed += 1
    },
  }
  return { ...opened, published, seen, streams: new SessionStreams(session, opened.settings, isInitialized) }
}

/** A reader that logs what it is told. */
function createReader() {
  const log: unknown[] = []
  const reader = {
    stop: () => void log.push('stop'),
    suspend: (...given: unknown[]) => void log.push(['suspend', ...given]),
    sendUnlogged: (event: unknown) => void log.push(['unlogged', event]),
  }
  return { log, reader: reader as unknown as StreamReader }
}

describe('the readers of streams', () => {
  test('are one for each stream: a new one stops the one before', () => {
    const { streams } = open()
    const [first, second, other] = [createReader(), createReader(), createReader()]
    const detachFirst = streams.attach('a', first.reader)
    const detachOther = streams.attach('b', other.reader)
    const detachSecond = streams.attach('a', second.reader)
    expect([first.log, second.log, other.log]).toEqual([['stop'], [], []])
    detachFirst()
    expect([streams.isRead('a'), streams.isRead('b'), streams.isRead('c')]).toEqual([true, true, false])
    detachOther()
    expect([streams.isRead('b'), streams.areRead]).toEqual([false, true])
    detachSecond()
    expect(streams.areRead).toBe(false)
  })

  test('are stopped by the key of their stream', () => {
    const { streams } = open()
    const { log, reader } = createReader()
    streams.stopReader('a')
    streams.attach('a', reader)
    streams.stopReader('b')
    expect(log).toEqual([])
    streams.stopReader('a')
    expect(log).toEqual(['stop'])
  })

  test('of a session that is over are stopped at once', () => {
    const { streams, seen } = open()
    seen.isOver = true
    const { log, reader } = createReader()
    streams.attach('a', reader)
    expect([log, streams.isOver]).toEqual([['stop'], true])
  })

  test('are suspended after what was written to their stream', async () => {
    const { streams } = open()
    const stream = streams.createStream()
    stream.begin()
    await stream.settled()
    streams.suspend(stream, 5)
    const { log, reader } = createReader()
    streams.attach(stream.key, reader)
    streams.suspend(stream, 5)
    expect(log).toEqual([['suspend', stream.last, 5]])
  })

  test('get what the log does not take', async () => {
    const error = new Error('full')
    const eventLog: EventLog = {
      append: () => Promise.reject(error),
      read: async function* () {},
      delete: async () => {},
    }
    const { streams, logger } = open({ eventLog })
    const stream = streams.createStream()
    const { log, reader } = createReader()
    streams.attach(stream.key, reader)
    stream.end()
    await stream.settled()
    expect(log).toEqual([['unlogged', null]])
    expect(logger.errors).toEqual([{ message: 'An event could not be written', error }])
  })
})

test('keys of one session are counted from a random beginning', () => {
  const { streams } = open()
  const [first, second] = [streams.createStream().key, streams.createStream().key]
  expect([first.slice(12), second]).toEqual(['0000', `${first.slice(0, 12)}0001`])
})

test('changes wait until the client is initialized, or is from the beginning', async () => {
  const firstOf = async (isInitialized: boolean) => {
    const { streams } = open({ isInitialized })
    const stream = streams.createGetStream()
    stream.begin()
    streams.attach(stream.key, createReader().reader)
    streams.standalone.notify(updated('a'))
    stream.end()
    const all: string[] = []
    for await (const { data } of stream.read('', signal)) all.push(data)
    return all.length
  }
  expect([await firstOf(true), await firstOf(false)]).toEqual([2, 1])
})

describe('the GET stream', () => {
  test('is told to the other nodes with its key', () => {
    const { streams, published, runtime, seen } = open({ isShared: true })
    const { key } = streams.createGetStream()
    expect([published, streams.stream(key).key]).toEqual([[{ type: 'stream', key }], key])
    runtime.advance(10_000)
    expect([runtime.timers, seen.missed]).toEqual([0, 0])
  })

  test('ends the one before', async () => {
    const { streams } = open()
    const first = streams.createGetStream()
    const { log, reader } = createReader()
    streams.attach(first.key, reader)
    streams.createGetStream()
    expect(await first.ended('', signal)).toBe(true)
    expect(log).toEqual([])
  })

  test.each([
    ['of a session that this node did not know', false],
    ['that another node had', true],
  ])('%s counts as missed what that node does not hand over in 2 seconds', (_name, isIntroduced) => {
    const { streams, runtime, seen } = open({ isShared: true, isIntroduced })
    if (isIntroduced) streams.follow(elsewhere)
    streams.createGetStream()
    runtime.advance(1_999)
    expect(seen.missed).toBe(0)
    runtime.advance(1)
    expect(seen.missed).toBe(1)
  })

  test('misses nothing when the node that had it answers', () => {
    const { streams, runtime, seen } = open({ isShared: true, isIntroduced: false })
    streams.createGetStream()
    streams.take([], false)
    expect(runtime.timers).toBe(1)
    streams.take([], true)
    runtime.advance(10_000)
    expect([seen.missed, runtime.timers]).toEqual([0, 0])
  })

  test.each([
    ['when it goes on to another node', 'follow'],
    ['when the session ends', 'close'],
  ] as const)('waits for no answer %s', (_name, end) => {
    const { streams, runtime, seen } = open({ isShared: true, isIntroduced: false })
    streams.createGetStream()
    if (end === 'follow') streams.follow(elsewhere)
    else streams.close()
    runtime.advance(10_000)
    expect(seen.missed).toBe(0)
  })

  test('that is opened again waits for one answer', () => {
    const { streams, runtime, seen } = open({ isShared: true, isIntroduced: false })
    streams.createGetStream()
    runtime.advance(1_000)
    streams.createGetStream()
    runtime.advance(1_999)
    expect(seen.missed).toBe(0)
    runtime.advance(10_000)
    expect(seen.missed).toBe(1)
  })

  test('that is resumed is told to the others, another stream is not', () => {
    const { streams, published } = open({ isShared: true })
    streams.follow(elsewhere)
    published.length = 0
    expect(streams.resumeStream('f'.repeat(16)).key).toBe('f'.repeat(16))
    expect(published).toEqual([])
    expect(streams.resumeStream(elsewhere).key).toBe(elsewhere)
    expect(published).toEqual([{ type: 'stream', key: elsewhere }])
    expect(streams.standalone.isElsewhere).toBe(false)
  })
})

describe('another node that takes the GET stream', () => {
  test('gets what waits, from the node that had it last', () => {
    const { streams, published } = open({ isShared: true })
    streams.follow(elsewhere)
    streams.follow('f'.repeat(16))
    expect(published).toEqual([{ type: 'waiting', notifications: [], isHolder: true }])
  })

  test('gets what waits at a node that did not have it', () => {
    const { streams, published } = open({ isShared: true, isIntroduced: false })
    streams.follow(elsewhere)
    expect(published).toEqual([])
    const other = open({ isShared: true, isIntroduced: false })
    other.streams.standalone.notify(updated('a'))
    other.streams.follow(elsewhere)
    expect(other.published).toEqual([{ type: 'waiting', notifications: [updated('a')], isHolder: false }])
  })
})

describe('a stream that is served', () => {
  test('by a node alone has nobody to ask for it', async () => {
    const { streams, published } = open()
    const { stream, end } = streams.createServedStream()
    end()
    expect(await stream.ended('', signal)).toBe(true)
    expect(await streams.isAlive('f'.repeat(16), '')).toBe(true)
    streams.watch('f'.repeat(16), () => expect.unreachable())()
    expect(published).toEqual([])
  })

  test('here needs no question until its end is in the log', async () => {
    const { streams, published } = open({ isShared: true })
    const { stream, end } = streams.createServedStream()
    expect([streams.served.has(stream.key), await streams.isAlive(stream.key, '')]).toEqual([true, true])
    streams.watch(stream.key, () => expect.unreachable())()
    expect(published).toEqual([])
    end()
    expect(streams.served.has(stream.key)).toBe(true)
    await settled()
    expect(streams.served.has(stream.key)).toBe(false)
    expect(await streams.isAlive(stream.key, '')).toBe(true)
  })

  test('elsewhere is asked for, and is alive if a node says so', async () => {
    const { streams, published, runtime } = open({ isShared: true })
    const alive = streams.isAlive(elsewhere, '')
    expect(published).toEqual([{ type: 'asked', key: elsewhere }])
    streams.served.receive({ type: 'served', key: elsewhere })
    expect(await alive).toBe(true)
    expect(runtime.timers).toBe(0)
  })

  test('by nobody any more is told to those who watch it', () => {
    const { streams, runtime } = open({ isShared: true })
    let gone = 0
    streams.watch(elsewhere, () => {
      gone += 1
    })
    runtime.advance(4_999)
    expect(gone).toBe(0)
    runtime.advance(1)
    expect([gone, runtime.timers]).toEqual([1, 0])
  })

  test('says so for its GET stream too', () => {
    const { streams, published } = open({ isShared: true })
    const { key } = streams.createGetStream()
    published.length = 0
    streams.served.receive({ type: 'asked', key })
    streams.served.receive({ type: 'asked', key: elsewhere })
    expect(published).toEqual([{ type: 'served', key }])
  })
})
