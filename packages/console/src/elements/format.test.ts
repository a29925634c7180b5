import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatMs, formatTime, newId, plural } from './format.js'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 KB'],
  [1_250, '1.3 KB'],
  [9_940, '9.9 KB'],
  [10_000, '10 KB'],
  [10_600, '11 KB'],
  [999_999, '1000 KB'],
  [1_000_000, '1.0 MB'],
  [25_000_000, '25 MB'],
  [3_000_000_000, '3.0 GB'],
  [5_000_000_000_000, '5000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0.9, '<1 ms'],
  [1, '1 ms'],
  [41.4, '41 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [9_999, '10.0 s'],
  [10_000, '10 s'],
  [59_999, '60 s'],
  [60_000, '1 min 0 s'],
  [185_000, '3 min 5 s'],
  [3_599_999, '59 min 59 s'],
  [3_600_000, '1 h 0 min'],
  [7_800_000, '2 h 10 min'],
])('%f ms are %s', (ms, text) => {
  expect(formatMs(ms)).toBe(text)
})

test('a time has two digits each, and three of milliseconds', () => {
  expect(formatTime(new Date(2026, 0, 2, 3, 4, 5, 6).getTime())).toBe('03:04:05.006')
  expect(formatTime(new Date(2026, 0, 2, 13, 14, 15, 167).getTime())).toBe('13:14:15.167')
})

test.each([
  [0, '0', '0 messages'],
  [1, '1', '1 message'],
  [1_284, '1,284', '1,284 messages'],
])('%i is %s, and %s', (count, shown, messages) => {
  expect([formatCount(count), plural(count, 'message')]).toEqual([shown, messages])
})

test('identifiers are new for each', () => {
  expect(newId()).toMatch(/^[0-9a-f-]{36}$/)
  expect(newId()).not.toBe(newId())
})
