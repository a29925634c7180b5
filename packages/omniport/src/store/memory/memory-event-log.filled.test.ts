import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { MemoryEventLog } from './memory-event-log.js'
import { StoredEvent } from './stored-event.js'

function create() {
  const clock = createManualRuntime()
  const log = new MemoryEventLog({ limits: { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }, clock })
  const appendAt = (name: string, [prefix, number]: [string, number], values: readonly string[], at?: number) => {
    const stored = values.map((value) => StoredEvent.of(value))
    return log.appendAt({ name, position: { prefix, number }, at }, stored)
  }
  const seen = () =>
    [...log.streams()].map(({ name, appendedAt, available }) => {
      return [name, appendedAt, available.first, available.events.map(({ value }) => value)]
    })
  return { clock, log, appendAt, seen }
}

describe('events that have a position', () => {
  test('begin a stream there, and go on where it ends', () => {
    const { log, appendAt, seen } = create()
    expect(appendAt('s', ['p-', 5], ['a', 'b'])).toEqual(['p-5', 'p-6'])
    expect(log.nextPosition('s')).toEqual({ prefix: 'p-', number: 7 })
    expect(appendAt('s', ['p-', 7], ['c'])).toEqual(['p-7'])
    expect(seen()).toEqual([['s', 0, { prefix: 'p-', number: 5 }, ['a', 'b', 'c']]])
  })

  test.each<[string, [string, number]]>([
    ['another number', ['p-', 2]],
    ['another prefix', ['q-', 1]],
  ])('replace a stream that ends at %s', (_name, position) => {
    const { appendAt, seen } = create()
    appendAt('s', ['p-', 0], ['a'])
    appendAt('s', position, ['b'])
    expect(seen()).toEqual([['s', 0, { prefix: position[0], number: position[1] }, ['b']]])
  })

  test('reach those who wait for a stream that never had one', async () => {
    const { log, appendAt } = create()
    const reader = log.read('s', undefined, new AbortController().signal)[Symbol.asyncIterator]()
    const next = reader.next()
    appendAt('s', ['p-', 3], ['a'])
    expect((await next).value).toEqual({ id: 'p-3', event: 'a' })
    await reader.return(undefined)
  })

  test('last as long as if they had come at their time', () => {
    const { clock, log, appendAt, seen } = create()
    clock.advance(1_000)
    appendAt('s', ['p-', 0], ['a'], 900)
    expect([seen()[0]?.[1], clock.timers]).toEqual([900, 1])
    clock.advance(299)
    expect(log.nextPosition('s')).toEqual({ prefix: 'p-', number: 1 })
    clock.advance(1)
    expect([log.nextPosition('s'), clock.timers]).toEqual([undefined, 0])
  })
})

describe('the streams', () => {
  test('are those with events, in the order of their last appends', async () => {
    const { log, appendAt, seen } = create()
    const reading = log.read('r', undefined, new AbortController().signal)[Symbol.asyncIterator]()
    const next = reading.next()
    for (const name of ['s', 't']) appendAt(name, ['p-', 0], ['a'])
    appendAt('s', ['p-', 1], ['b'])
    expect(seen().map(([name]) => name)).toEqual(['t', 's'])
    await log.delete('r')
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('are each as they are when their turn comes: those that are gone by then are left out', async () => {
    const { log, appendAt } = create()
    for (const name of ['s', 't', 'u', 'v']) appendAt(name, [`${name}-`, 0], ['a'])
    const streams = log.streams()
    expect(streams.next().value?.name).toBe('s')
    await log.delete('t')
    await log.delete('u')
    const reading = log.read('u', undefined, new AbortController().signal)[Symbol.asyncIterator]()
    const next = reading.next()
    appendAt('v', ['v-', 1], ['b'])
    expect([...streams].map(({ name, size }: { name: string; size?: number }) => [name, size])).toEqual([['v', 2]])
    await log.delete('u')
    await next
  })

  test('are left out once their time is over', () => {
    const time = { now: 0 }
    const limits = { eventLogEvents: 100, eventLogBytes: 10_000, eventLogMs: 400 }
    const log = new MemoryEventLog({ limits, clock: { now: () => time.now, after: () => () => {} } })
    log.appendAt({ name: 's', position: { prefix: 'p-', number: 0 } }, [StoredEvent.of('a')])
    time.now = 400
    expect([...log.streams()]).toEqual([])
    expect(log.nextPosition('s')).toBeUndefined()
  })

  test('are gone once they are cleared, and their readers end', async () => {
    const { clock, log, appendAt, seen } = create()
    for (const name of ['s', 't']) appendAt(name, ['p-', 0], ['a'])
    const reader = log.read('s', 'p-0', new AbortController().signal)[Symbol.asyncIterator]()
    const next = reader.next()
    log.clear()
    expect(await next).toEqual({ done: true, value: undefined })
    expect([seen(), log.nextPosition('s'), clock.timers]).toEqual([[], undefined, 0])
  })
})
