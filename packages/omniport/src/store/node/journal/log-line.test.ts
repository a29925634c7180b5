import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openLine, sealLine } from './log-line.js'

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

test('a line begins with sixteen digits of a checksum of the line before and its text', () => {
  expect(sealLine('', '["a"]')).toEqual({ sum: sumOf('["a"]'), line: `${sumOf('["a"]')} ["a"]\n` })
  expect(sealLine('before', '[]').sum).toBe(sumOf('before[]'))
})

test('a line opens after the line that it was sealed after, and after no other', () => {
  const { sum, line } = sealLine('before', '["a b"]')
  const text = line.slice(0, -1)
  expect(openLine('before', text)).toEqual({ sum, text: '["a b"]' })
  expect(openLine('', text)).toBeUndefined()
})

test.each([
  ['another text', (line: string) => line.replace('a', 'b')],
  ['another checksum', (line: string) => `${'0'.repeat(16)}${line.slice(16)}`],
  ['no space', (line: string) => line.replace(' ', '_')],
  ['nothing', () => ''],
])('a line with %s does not open', (_what, change) => {
  const line = sealLine('', '["a"]').line.slice(0, -1)
  expect(openLine('', change(line))).toBeUndefined()
})
