import { expect, test } from 'vitest'
import { logLine } from './log-line.js'

test.each([
  ['The upstream "a" failed: closed', 'The upstream "a" failed: closed'],
  ['a\r\nWARN forged\u001b[2J\u009b1m', 'a WARN forged [2J 1m'],
  ['x'.repeat(1_001), `${'x'.repeat(1_000)}…`],
])('%j is one short line of a log', (text, line) => {
  expect(logLine(text)).toBe(line)
})
