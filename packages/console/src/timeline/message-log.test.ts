import { describe, expect, test } from 'vitest'
import { record } from '#test/console/page/sample-state.js'
import { MessageLog } from './message-log.js'

const most = 200_000
const range = (first: number, length: number) => Array.from({ length }, (_, index) => record(first + index, 0, {}))
const seqs = (log: MessageLog) => log.records.map(({ seq }) => seq)

/** A log with these messages. */
function logOf(...numbers: readonly number[]): MessageLog {
  const log = new MessageLog()
  log.append(numbers.map((seq) => record(seq, 0, {})))
  return log
}

describe('the log of messages', () => {
  test('is empty at first', () => {
    const log = new MessageLog()
    expect([log.records, log.dropped, log.firstSeq, log.version.value]).toEqual([[], 0, Number.POSITIVE_INFINITY, 0])
    expect(log.find(1)).toBeUndefined()
  })

  test('leaves out what it has already', () => {
    const log = logOf(1, 2)
    log.append(range(2, 2))
    expect([seqs(log), log.firstSeq, log.version.value]).toEqual([[1, 2, 3], 1, 2])
  })

  test('drops what is older than a message, and counts it', () => {
    const log = logOf(1, 2, 4, 5)
    log.dropBefore(3)
    expect([seqs(log), log.dropped, log.firstSeq, log.version.value]).toEqual([[4, 5], 2, 4, 2])
    log.dropBefore(4)
    expect([seqs(log), log.dropped, log.version.value]).toEqual([[4, 5], 2, 3])
    log.dropBefore(6)
    expect([seqs(log), log.dropped]).toEqual([[], 4])
  })

  test('is cleared of everything', () => {
    const log = logOf(1, 2, 3)
    log.clear()
    expect([seqs(log), log.dropped, log.version.value]).toEqual([[], 3, 2])
  })

  test('finds a message by its number, also where some are missing', () => {
    const log = logOf(3, 4, 7, 9)
    expect([3, 4, 7, 9].map((seq) => log.find(seq)?.seq)).toEqual([3, 4, 7, 9])
    expect([2, 5, 8, 10].map((seq) => log.find(seq))).toEqual([undefined, undefined, undefined, undefined])
  })

  test('makes room for new messages by a twentieth, once it is full', () => {
    const log = new MessageLog()
    log.append(range(1, most))
    expect([log.records.length, log.dropped]).toEqual([most, 0])
    log.append([record(most + 1, 0, {})])
    expect([log.records.length, log.dropped, log.firstSeq]).toEqual([most - 10_000, 10_001, 10_002])
    expect(log.records.at(-1)?.seq).toBe(most + 1)
  })
})

describe('older messages', () => {
  test('stand before the others, and positions move', () => {
    const log = logOf(5, 6)
    expect(log.prepend(range(3, 2), 5)).toBe(true)
    expect([seqs(log), log.dropped, log.version.value]).toEqual([[3, 4, 5, 6], -2, 2])
  })

  test('are taken by an empty log', () => {
    const log = new MessageLog()
    expect(log.prepend(range(3, 2), 5)).toBe(true)
    expect([seqs(log), log.dropped]).toEqual([[3, 4], -2])
  })

  test('that are there already are left out', () => {
    const log = logOf(5, 6)
    expect(log.prepend(range(3, 3), 5)).toBe(true)
    expect([seqs(log), log.dropped]).toEqual([[3, 4, 5, 6], -2])
  })

  test('have no place where others were added meanwhile', () => {
    const log = logOf(4, 5)
    expect(log.prepend(range(1, 3), 5)).toBe(false)
    expect([seqs(log), log.version.value]).toEqual([[4, 5], 1])
  })

  test('have a place where some were dropped meanwhile', () => {
    expect(logOf(6, 7).prepend(range(1, 4), 5)).toBe(true)
  })

  test('have no place where the log would be too long', () => {
    const log = new MessageLog()
    log.append(range(11, most - 10))
    expect(log.prepend(range(0, 11), 11)).toBe(false)
    expect(log.prepend(range(1, 10), 11)).toBe(true)
    expect([log.records.length, log.firstSeq]).toEqual([most, 1])
  })
})
