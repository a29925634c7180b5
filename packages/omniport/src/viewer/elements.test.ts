import { expect, test } from 'vitest'
import { formatBytes, formatMs } from './elements.js'

test.each([
  [-1, ''],
  [0, '0.0 ms'],
  [9.94, '9.9 ms'],
  [10, '10 ms'],
  [10.6, '11 ms'],
  [999, '999 ms'],
  [1_000, '1.00 s'],
  [9_999, '10.00 s'],
  [10_000, '10.0 s'],
  [65_400, '65.4 s'],
])('%d milliseconds are %j', (ms, text) => {
  expect(formatMs(ms)).toBe(text)
})

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.0 KiB'],
  [1_048_575, '1024.0 KiB'],
  [1_048_576, '1.0 MiB'],
  [1_572_864, '1.5 MiB'],
])('%i bytes are %j', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
