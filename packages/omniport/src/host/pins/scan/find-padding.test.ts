import { expect, test } from 'vitest'
import { findPadding } from './scan-tool.js'

test.each([
  '',
  'a b',
  `a${' '.repeat(159)}b`,
  `a${'\n'.repeat(19)}b`,
  `a${' \n'.repeat(100)}`,
  `${'Ab1'.repeat(66)}x`,
  'a'.repeat(1_000),
  `${'a1'.repeat(500)}`,
  `${'A1'.repeat(500)}`,
  `${'aA'.repeat(500)}`,
  '\\x41'.repeat(15),
  '%20'.repeat(15),
  '[\\u0000-\\u001f\\u007f]',
])('is no finding: %j', (text) => {
  expect(findPadding(text)).toBeUndefined()
})

test.each([
  [`a${' '.repeat(160)}b`, 'text after 160 spaces'],
  [`a${'\u3000'.repeat(160)}b`, 'text after 160 spaces'],
  [`a b${'\n'.repeat(20)}c`, 'text after 20 empty lines'],
  [`${'\r\n'.repeat(25)}c`, 'text after 25 empty lines'],
  [`a${'\n'.repeat(20)}b${' '.repeat(500)}c`, 'text after 20 empty lines'],
  [`(${'Ab1'.repeat(66)}xy)`, '200 characters that look like base64'],
  [`${'a'.repeat(300)} ${'Ab-_'.repeat(60)}1`, '241 characters that look like base64'],
  ['\\x41'.repeat(16), `text that is written in codes: ${'\\x41'.repeat(8)}…`],
  ['a%41%42'.repeat(1) + '%41'.repeat(16), /^text that is written in codes: %41/],
  ['&#65;'.repeat(16), /^text that is written in codes: &#65;/],
  ['&#x41;\\u0041'.repeat(8), /^text that is written in codes: &#x41;/],
])('is one: %j', (text, finding) => {
  expect(findPadding(text)).toEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding))
})
