import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { eventLogContract } from '../contracts/event-log.contract.js'
import type { EventLog, EventLogLimits, LoggedEvent } from '../event-log.js'
import { createMemoryEventLog } from './memory-event-log.js'

/** The bytes that a stream with one event of one character takes in memory. */
const smallest = 640 + 96 + 2

const roomy: EventLogLimits = { eventLogEvents: 1_000, eventLogBytes: 1_000_000, eventLogMs: 1_000 }

describe('the contract', () => {
  const clock = createManualRuntime()
  const checks = eventLogContract({
    create: (limits) => createMemoryEventLog({ limits, clock }),
    pass: (ms) => settle(() => clock.advance(ms)),
  })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

describe('bounds', () => {
  test.each<[string, Partial<EventLogLimits>, readonly unknown[]]>([
    ['exactly the newest events are kept', { eventLogEvents: 3 }, ['cc', 'dd', 'ée']],
    ['bytes are those of UTF-8', { eventLogBytes: 7 }, ['cc', 'dd', 'ée']],
    ['one byte less is one event less', { eventLogBytes: 6 }, ['dd', 'ée']],
    ['the newest event stays when it is too large by itself', { eventLogBytes: 1 }, ['ée']],
  ])('%s', async (_name, limits, expected) => {
    const log = createMemoryEventLog({ limits: { ...roomy, ...limits }, clock: createManualRuntime() })
    for (const event of ['aa', 'bb', 'cc', 'dd', 'ée']) await log.append('s', event)
    expect(await readAll(log, 's')).toEqual(expected)
  })

  test('what is not a string is measured as JSON', async () => {
    const log = createMemoryEventLog({ limits: { ...roomy, eventLogBytes: 14 }, clock: createManualRuntime() })
    for (const n of [1, 2, 3]) await log.append('s', { n })
    expect(await readAll(log, 's')).toEqual([{ n: 2 }, { n: 3 }])
  })

  test('an event after which nothing is gone is a starting point, though it is gone itself', async () => {
    const log = createMemoryEventLog({ limits: { ...roomy, eventLogEvents: 2 }, clock: createManualRuntime() })
    const ids: string[] = []
    for (const event of [1, 2, 3, 4]) ids.push(await log.append('s', event))
    expect(await readAll(log, 's', ids[1])).toEqual([3, 4])
    await expect(readAll(log, 's', ids[0])).rejects.toMatchObject({ code: 'limit' })
  })

  test('beyond the bytes of all streams, those lose their events that were appended to longest ago', async () => {
    const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime(), maxBytes: 4 * smallest + 98 })
    for (const stream of ['a', 'b', 'c', 'a', 'd', 'e']) await log.append(stream, stream)
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((stream) => readAll(log, stream)))).toEqual([
      ['a', 'a'],
      [],
      ['c'],
      ['d'],
      ['e'],
    ])
  })

  test('an event beyond the bytes of all streams is kept, alone', async () => {
    const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime(), maxBytes: smallest - 1 })
    for (const stream of ['a', 'b']) await log.append(stream, stream)
    await log.append('b', 'too large')
    expect(await Promise.all(['a', 'b'].map((stream) => readAll(log, stream)))).toEqual([[], ['b', 'too large']])
  })

  test('all streams count as they are in memory: two bytes a character, and what events and streams take', async () => {
    const maxBytes = 3 * (640 + 96 + 2_000)
    const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime(), maxBytes })
    for (const stream of ['a', 'b', 'c', 'd']) await log.append(stream, stream.repeat(1_000))
    const lengths = ['a', 'b', 'c', 'd'].map(async (stream) => String((await readAll(log, stream))[0] ?? '').length)
    expect(await Promise.all(lengths)).toEqual([0, 1_000, 1_000, 1_000])
    await log.append('e', 'é'.repeat(1_001))
    expect([(await readAll(log, 'b')).length, (await readAll(log, 'c')).length]).toEqual([0, 0])
  })

  test('what was deleted or has expired counts no more', async () => {
    const clock = createManualRuntime()
    const log = createMemoryEventLog({ limits: roomy, clock, maxBytes: 3 * smallest })
    await log.append('a', 'aaaa')
    await log.delete('a')
    await log.append('b', 'bbbb')
    clock.advance(roomy.eventLogMs)
    for (const stream of ['c', 'd', 'e']) await log.append(stream, stream)
    expect(await Promise.all(['c', 'd', 'e'].map((stream) => readAll(log, stream)))).toEqual([['c'], ['d'], ['e']])
  })
})

describe('a reader that is behind', () => {
  test('gets all of a burst beyond the limits, which newcomers do not', async () => {
    const log = createMemoryEventLog({ limits: { ...roomy, eventLogEvents: 2 }, clock: createManualRuntime() })
    const events = Array.from({ length: 5_000 }, (_, index) => index)
    const early = readAll(log, 's')
    for (const event of events) await log.append('s', event)
    expect(await early).toEqual(events)
    expect(await readAll(log, 's')).toEqual([4_998, 4_999])
  })

  test.each([
    ['gets what follows within the bytes', 4, ['1', '2', '3', '4', '5']],
    ['gets a limit beyond the bytes', 3, 'limit'],
  ])('%s', async (_name, lagBytes, expected) => {
    const log = createMemoryEventLog({
      limits: { ...roomy, eventLogEvents: 1 },
      clock: createManualRuntime(),
      lagBytes,
    })
    const reading = readAll(log, 's').catch((error) => error.code)
    await Promise.all(['1', '2', '3', '4', '5'].map((event) => log.append('s', event)))
    expect(await reading).toEqual(expected)
  })

  test('gets an event that is larger than the bytes, and a limit when there are two of them', async () => {
    const limits = { ...roomy, eventLogEvents: 1 }
    const large = 'x'.repeat(100)
    const readBehind = async (events: readonly string[]) => {
      const log = createMemoryEventLog({ limits, clock: createManualRuntime(), lagBytes: 10 })
      const reading = readAll(log, 's').catch((error) => error.code)
      await Promise.all(events.map((event) => log.append('s', event)))
      return reading
    }
    expect(await readBehind(['1', '2', large, '3'])).toEqual(['1', '2', large, '3'])
    expect(await readBehind(['1', large, large, '3'])).toBe('limit')
  })

  test('has all the bytes to be behind again when a stream began anew under it', async () => {
    const clock = createManualRuntime()
    const log = createMemoryEventLog({ limits: { ...roomy, eventLogEvents: 1 }, clock, lagBytes: 3 })
    await log.append('s', '0')
    const [stalled, reading] = [open(log, 's'), open(log, 's')]
    await pull(stalled.reader, 1)
    await pull(reading.reader, 1)
    for (const event of ['1', '2', '3', '4']) await log.append('s', event)
    await pull(reading.reader, 4)
    clock.advance(roomy.eventLogMs)
    for (const event of ['5', '6', '7', '8']) await log.append('s', event)
    expect((await reading.reader.next()).value.event).toBe('5')
    await expect(stalled.reader.next()).rejects.toMatchObject({ code: 'limit' })
  })

  test('holds nothing for newcomers', async () => {
    const log = createMemoryEventLog({ limits: { ...roomy, eventLogEvents: 2 }, clock: createManualRuntime() })
    const ids = [await log.append('s', 0)]
    const { reader } = open(log, 's')
    await reader.next()
    for (const event of [1, 2, 3, 4]) ids.push(await log.append('s', event))
    await expect(readAll(log, 's', ids[1])).rejects.toMatchObject({ code: 'limit' })
    expect([await readAll(log, 's'), (await reader.next()).value]).toEqual([[3, 4], { id: ids[1], event: 1 }])
  })

  test.each<[string, (reading: Reading) => unknown, readonly unknown[]]>([
    ['counts in the bytes of all streams', () => {}, [[], ['b'], ['c'], ['d']]],
    ['counts no more when it has caught up', ({ reader }) => pull(reader, 3), [['5'], ['b'], ['c'], ['d']]],
    ['counts no more when it has left', ({ controller }) => controller.abort(), [['5'], ['b'], ['c'], ['d']]],
  ])('%s', async (_name, act, expected) => {
    const limits = { ...roomy, eventLogEvents: 1 }
    const log = createMemoryEventLog({ limits, clock: createManualRuntime(), maxBytes: 4 * smallest })
    await log.append('a', '1')
    const reading = open(log, 'a')
    await reading.reader.next()
    for (const event of ['2', '3', '4', '5']) await log.append('a', event)
    await act(reading)
    for (const stream of ['b', 'c', 'd']) await log.append(stream, stream)
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((stream) => readAll(log, stream)))).toEqual(expected)
  })
})

describe('time', () => {
  test('a stream lasts to the millisecond after its last event, whether or not its timer came in time', async () => {
    const time = { now: 0 }
    const log = createMemoryEventLog({ limits: roomy, clock: { now: () => time.now, after: () => () => {} } })
    await log.append('s', 1)
    time.now = 999
    expect(await readAll(log, 's')).toEqual([1])
    time.now = 1_000
    expect(await readAll(log, 's')).toEqual([])
  })

  test('a stream whose timer is late does not live on because something is appended', async () => {
    const time = { now: 0 }
    const log = createMemoryEventLog({ limits: roomy, clock: { now: () => time.now, after: () => () => {} } })
    await log.append('s', 1)
    time.now = 1_000
    await log.append('s', 2)
    expect(await readAll(log, 's')).toEqual([2])
  })

  test('one timer runs while there are events, none for those who wait', async () => {
    const clock = createManualRuntime()
    const log = createMemoryEventLog({ limits: roomy, clock })
    const timers = [clock.timers]
    const controller = new AbortController()
    const reader = log.read('a', undefined, controller.signal)[Symbol.asyncIterator]()
    const next = reader.next()
    timers.push(clock.timers)
    for (let index = 0; index < 100; index++) await log.append(`s${index % 10}`, index)
    timers.push(clock.timers)
    clock.advance(999)
    timers.push(clock.timers)
    clock.advance(1)
    timers.push(clock.timers)
    await log.append('s', 1)
    timers.push(clock.timers)
    await log.delete('s')
    timers.push(clock.timers)
    controller.abort()
    await next
    expect(timers).toEqual([0, 0, 1, 1, 0, 1, 0])
  })
})

test('nothing is left on a signal that readers used', async () => {
  const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime() })
  await log.append('s', 1)
  const controller = new AbortController()
  const count = () => getEventListeners(controller.signal, 'abort').length
  const readers = Array.from({ length: 10 }, () => log.read('s', undefined, controller.signal)[Symbol.asyncIterator]())
  await Promise.all(readers.map((reader) => reader.next()))
  const during = count()
  await Promise.all(readers.slice(0, 4).map((reader) => reader.return?.()))
  const afterReturn = count()
  await log.delete('s')
  await Promise.all(readers.slice(0, 7).map((reader) => reader.next()))
  const afterDelete = count()
  controller.abort()
  await Promise.all(readers.map((reader) => reader.next()))
  expect([during, afterReturn, afterDelete, count()]).toEqual([10, 6, 3, 0])
})

test('a reader that returns holds on to its stream no longer', async () => {
  const clock = createManualRuntime()
  const log = createMemoryEventLog({ limits: roomy, clock })
  const id = await log.append('s', 1)
  const { reader } = open(log, 's')
  await reader.next()
  await reader.return?.()
  clock.advance(roomy.eventLogMs)
  await expect(readAll(log, 's', id)).rejects.toMatchObject({ code: 'limit' })
})

test('a reader that ends late leaves a stream alone that began anew', async () => {
  const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime() })
  const { reader } = open(log, 's')
  const next = reader.next()
  await Promise.all([log.delete('s'), log.append('s', 'anew')])
  expect([(await next).done, await readAll(log, 's')]).toEqual([true, ['anew']])
})

test('an id that was not given yet is unknown', async () => {
  const log = createMemoryEventLog({ limits: roomy, clock: createManualRuntime() })
  const next = (await log.append('s', 1)).replace(/0$/, '1')
  await expect(readAll(log, 's', next)).rejects.toMatchObject({ code: 'limit' })
  expect(await log.append('s', 2)).toBe(next)
})

test('ids of an earlier process are unknown to the next', async () => {
  const clock = createManualRuntime()
  const id = await createMemoryEventLog({ limits: roomy, clock }).append('s', 1)
  clock.advance(1)
  const log = createMemoryEventLog({ limits: roomy, clock })
  for (const event of [1, 2]) await log.append('s', event)
  await expect(readAll(log, 's', id)).rejects.toMatchObject({ code: 'limit' })
})

interface Reading {
  readonly controller: AbortController
  readonly reader: AsyncIterator<LoggedEvent>
}

function open(log: EventLog, stream: string): Reading {
  const controller = new AbortController()
  return { controller, reader: log.read(stream, undefined, controller.signal)[Symbol.asyncIterator]() }
}

async function pull(reader: AsyncIterator<LoggedEvent>, count: number): Promise<void> {
  for (let left = count; left > 0; left--) await reader.next()
}

/** Every event that is there. */
async function readAll(log: EventLog, stream: string, after?: string): Promise<readonly unknown[]> {
  const controller = new AbortController()
  const events: unknown[] = []
  const done = (async () => {
    for await (const { event } of log.read(stream, after, controller.signal)) events.push(event)
  })()
  await Promise.all([done, settle(() => {}).then(() => controller.abort())])
  return events
}

/** Runs `fn`, then lets everything happen that is ready to. */
async function settle(fn: () => void): Promise<void> {
  fn()
  await new Promise((resolve) => setImmediate(resolve))
}

test('several events at once follow each other, and are all there or none', async () => {
  const log = createMemoryEventLog({ limits: { ...roomy, eventLogEvents: 3 }, clock: defaultRuntime })
  await log.append('s', 0)
  const ids = await log.appendAll?.('s', ['', 'one', null])
  await expect(log.appendAll?.('s', ['two', 1n as never])).rejects.toThrow(TypeError)
  const seen: [string, unknown][] = []
  for await (const { id, event } of log.read('s', undefined, new AbortController().signal)) {
    if (seen.push([id, event]) === 3) break
  }
  const [first, second, third] = ids ?? []
  expect(seen).toEqual([
    [first, ''],
    [second, 'one'],
    [third, null],
  ])
})
