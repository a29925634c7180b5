import { describe, expect, test } from 'vitest'
import { record } from '#test/console/page/sample-state.js'
import type { MessageRecord } from '../api/contract.js'
import { FilteredLog, recordsPerFrame } from './filtered-log.js'
import { MessageLog } from './message-log.js'

const range = (first: number, length: number) => Array.from({ length }, (_, index) => record(first + index, 0, {}))
const isEven = ({ seq }: MessageRecord) => seq % 2 === 0
const seqs = (filtered: FilteredLog) => filtered.records.map(({ seq }) => seq)

/** A log with so many messages, and those of them that pass. */
function filteredOf(length: number): { readonly log: MessageLog; readonly filtered: FilteredLog } {
  const log = new MessageLog()
  log.append(range(1, length))
  return { log, filtered: new FilteredLog(log) }
}

describe('without a filter', () => {
  test('all messages are there, and nothing is left to do', () => {
    const { log, filtered } = filteredOf(3)
    expect([filtered.records === log.records, filtered.progress, filtered.advance()]).toEqual([true, 1, false])
    expect(filtered.version.value).toBe(0)
    log.dropBefore(3)
    expect([filtered.advance(), seqs(filtered)]).toEqual([false, [3]])
  })

  test('nothing of an earlier filter is left', () => {
    const { filtered } = filteredOf(4)
    filtered.setFilter(isEven)
    filtered.advance()
    expect(seqs(filtered)).toEqual([2, 4])
    filtered.setFilter(undefined)
    expect([seqs(filtered), filtered.progress]).toEqual([[1, 2, 3, 4], 1])
  })
})

describe('with a filter', () => {
  test('nothing is found before the first slice', () => {
    const { filtered } = filteredOf(4)
    filtered.setFilter(isEven)
    expect([seqs(filtered), filtered.progress, filtered.version.value]).toEqual([[], 0, 1])
    expect([filtered.advance(), seqs(filtered), filtered.progress, filtered.version.value]).toEqual([
      false,
      [2, 4],
      1,
      2,
    ])
  })

  test('a slice is so long, and says how far it came', () => {
    const { filtered } = filteredOf(recordsPerFrame * 2)
    filtered.setFilter(isEven)
    expect([filtered.advance(), filtered.progress, filtered.records.length]).toEqual([true, 0.5, recordsPerFrame / 2])
    expect([filtered.advance(), filtered.progress, filtered.records.length]).toEqual([false, 1, recordsPerFrame])
    expect([filtered.advance(), filtered.version.value]).toEqual([false, 3])
  })

  test('new messages are compared alone', () => {
    const { log, filtered } = filteredOf(3)
    const compared: number[] = []
    filtered.setFilter((each) => {
      compared.push(each.seq)
      return isEven(each)
    })
    filtered.advance()
    log.append(range(4, 3))
    expect(filtered.progress).toBe(0.5)
    filtered.advance()
    expect([compared, seqs(filtered)]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [2, 4, 6],
    ])
  })

  test('an empty log is searched already', () => {
    const filtered = new FilteredLog(new MessageLog())
    filtered.setFilter(isEven)
    expect([filtered.progress, filtered.advance(), filtered.version.value]).toEqual([1, false, 1])
  })

  test('another filter begins anew', () => {
    const { filtered } = filteredOf(4)
    filtered.setFilter(isEven)
    filtered.advance()
    filtered.setFilter(({ seq }) => seq > 3)
    expect(seqs(filtered)).toEqual([])
    filtered.advance()
    expect(seqs(filtered)).toEqual([4])
  })
})

describe('messages that are dropped', () => {
  test('are dropped from those that passed', () => {
    const { log, filtered } = filteredOf(6)
    filtered.setFilter(isEven)
    filtered.advance()
    log.dropBefore(4)
    expect([filtered.advance(), seqs(filtered), filtered.progress]).toEqual([false, [4, 6], 1])
    log.dropBefore(5)
    filtered.advance()
    expect(seqs(filtered)).toEqual([6])
    log.append(range(7, 2))
    filtered.advance()
    expect(seqs(filtered)).toEqual([6, 8])
  })

  test('leave nothing where all of them are', () => {
    const { log, filtered } = filteredOf(6)
    filtered.setFilter(isEven)
    filtered.advance()
    log.clear()
    expect([filtered.advance(), seqs(filtered), filtered.progress]).toEqual([false, [], 1])
    log.append(range(7, 2))
    filtered.advance()
    expect(seqs(filtered)).toEqual([8])
  })

  test('before they were compared are left out', () => {
    const { log, filtered } = filteredOf(6)
    filtered.setFilter(isEven)
    log.dropBefore(4)
    filtered.advance()
    expect([seqs(filtered), filtered.progress]).toEqual([[4, 6], 1])
  })
})

test('older messages that were added are searched with the others', () => {
  const { log, filtered } = filteredOf(0)
  log.append(range(5, 2))
  filtered.setFilter(isEven)
  filtered.advance()
  log.prepend(range(1, 4), 5)
  expect([filtered.advance(), seqs(filtered)]).toEqual([false, [2, 4, 6]])
})
