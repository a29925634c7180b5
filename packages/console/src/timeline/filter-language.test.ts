import { describe, expect, test } from 'vitest'
import type { MessageRecord } from '../api/contract.js'
import { parseFilter } from './filter-language.js'
import { FilteredLog, recordsPerFrame } from './filtered-log.js'
import { MessageLog } from './message-log.js'

const records = [
  record(1, { method: 'tools/call', id: '41', name: 'search_notes', bytes: 20 }),
  record(2, { from: 'server', kind: 'response', method: 'tools/call', id: '41', ms: 140, bytes: 20_000 }),
  record(3, { server: 'github', from: 'server', kind: 'http', status: 404, isFailure: true, requestLine: 'POST /mcp' }),
  record(4, { from: 'server', kind: 'stderr', summary: 'Two words here' }),
]

describe('a filter', () => {
  test.each([
    ['', [1, 2, 3, 4]],
    ['search', [1]],
    ['method:tools/call', [1, 2]],
    ['server:github', [3]],
    ['status:error', [3]],
    ['status:404', [3]],
    ['status:4xx', [3]],
    ['status:ok', [2]],
    ['id:41 dir:out', [1]],
    ['dir:in', [2, 3, 4]],
    ['kind:stderr', [4]],
    ['>100ms', [2]],
    ['<1s', [2]],
    ['>10kb', [2]],
    ['"two words"', [4]],
    ['-method:tools/call', [3, 4]],
    ['method:', [1, 2, 3, 4]],
    ['http:mcp', [3]],
  ])('%s', (text, expected) => {
    const { matches } = parseFilter(text)
    expect(records.filter(matches).map(({ seq }) => seq)).toEqual(expected)
  })

  test('says which conditions there are', () => {
    expect(parseFilter('verb:x').problem).toMatch(/^verb: is no condition; there are method: server:/)
  })
})

describe('the messages that pass', () => {
  test('are found a slice at a time, and kept as messages come and go', () => {
    const log = new MessageLog()
    const filtered = new FilteredLog(log)
    log.append(Array.from({ length: recordsPerFrame + 10 }, (_, index) => record(index + 100, { bytes: index % 2 })))
    filtered.setFilter(({ bytes }) => bytes === 1)
    expect([filtered.advance(), filtered.records.length]).toEqual([true, recordsPerFrame / 2])
    expect([filtered.advance(), filtered.records.length]).toEqual([false, recordsPerFrame / 2 + 5])
    log.dropBefore(110)
    filtered.advance()
    expect([filtered.records.length, filtered.records[0]?.seq]).toEqual([recordsPerFrame / 2, 111])
    expect(log.prepend([record(98, { bytes: 1 }), record(99, { bytes: 1 })], 110)).toBe(true)
    while (filtered.advance());
    expect([filtered.records.length, filtered.records[0]?.seq]).toEqual([recordsPerFrame / 2 + 2, 98])
    log.clear()
    filtered.advance()
    expect(filtered.records).toEqual([])
  })
})

function record(seq: number, more: Partial<MessageRecord>): MessageRecord {
  return {
    seq,
    at: seq,
    server: 'notes',
    connection: 1,
    transport: 'stdio',
    from: 'client',
    kind: 'request',
    bytes: 0,
    isFailure: false,
    ...more,
  }
}
