import { describe, expect, test } from 'vitest'
import type { ConsoleEvent } from '../contract.js'
import { EventLog } from './event-log.js'

const closing: ConsoleEvent = { type: 'closing' }

const lineOf = (cursor: number) => `${JSON.stringify({ type: 'event', cursor, event: closing })}\n`
const entryOf = (cursor: number) => ({ cursor, line: lineOf(cursor) })

function logOf(count: number, options: ConstructorParameters<typeof EventLog>[0] = {}): EventLog {
  const log = new EventLog(options)
  for (let added = 0; added < count; added += 1) log.add(closing)
  return log
}

describe('the log of events', () => {
  test('of nothing has nothing after its cursor', () => {
    const log = new EventLog()
    expect([log.cursor, log.after(0)]).toEqual([0, []])
  })

  test('has each event as a line under its number', () => {
    const log = logOf(3)
    expect(log.cursor).toBe(3)
    expect(log.after(0)).toEqual([entryOf(1), entryOf(2), entryOf(3)])
    expect(log.after(2)).toEqual([entryOf(3)])
    expect(log.after(3)).toEqual([])
  })

  test.each([-1, 4])('does not know what came after a cursor of another log: %i', (cursor) => {
    expect(logOf(3).after(cursor)).toBeUndefined()
  })

  test('gives so many at once', () => {
    const log = logOf(300)
    expect(log.after(1, 2)).toEqual([entryOf(2), entryOf(3)])
    expect(log.after(0)).toHaveLength(256)
  })

  test('forgets the oldest fourth when it has too many', () => {
    expect(logOf(4, { maxEvents: 4 }).after(0)).toHaveLength(4)
    const log = logOf(5, { maxEvents: 4 })
    expect([log.cursor, log.after(1)]).toEqual([5, undefined])
    expect(log.after(2)).toEqual([entryOf(3), entryOf(4), entryOf(5)])
  })

  test('forgets the oldest when they are too long, each time', () => {
    const maxCharacters = 2 * lineOf(1).length
    expect(logOf(2, { maxCharacters }).after(0)).toHaveLength(2)
    expect(logOf(3, { maxCharacters }).after(1)).toEqual([entryOf(2), entryOf(3)])
    const log = logOf(4, { maxCharacters })
    expect([log.after(1), log.after(2)]).toEqual([undefined, [entryOf(3), entryOf(4)]])
  })

  test('holds no event that is longer than all of them may be', () => {
    const log = logOf(1, { maxCharacters: 10 })
    expect([log.cursor, log.after(0), log.after(1)]).toEqual([1, undefined, []])
    log.add(closing)
    expect([log.after(1), log.after(2)]).toEqual([undefined, []])
  })

  test('holds 10,000 events where nothing else is said', () => {
    const log = logOf(10_000)
    expect(log.after(0, 1)).toEqual([entryOf(1)])
    log.add(closing)
    expect(log.after(0, 1)).toBeUndefined()
  })

  test('holds 16 MiB where nothing else is said', () => {
    const log = new EventLog()
    const event: ConsoleEvent = {
      type: 'notice',
      notice: { id: 'n', at: 1, tone: 'info', text: 'x'.repeat(4_194_000) },
    }
    for (let added = 0; added < 4; added += 1) log.add(event)
    expect(log.after(0)).toHaveLength(4)
    log.add({ ...event, notice: { ...event.notice, text: 'x'.repeat(2_000) } })
    expect([log.after(0), log.after(2)?.length]).toEqual([undefined, 3])
  })

  test('calls its listeners after each event, until they are removed', () => {
    const log = new EventLog()
    const seen: number[] = []
    const remove = log.listen(() => seen.push(log.cursor))
    log.listen(() => seen.push(-log.cursor))
    log.add(closing)
    remove()
    log.add(closing)
    expect(seen).toEqual([1, -1, -2])
  })
})
