import { expect, test } from 'vitest'
import { fromBase64, isBase64, toBase64 } from './base64.js'

test.each([0, 1, 2, 3, 4, 1000])('%i bytes become base64 text', (length) => {
  expect(isBase64(toBase64(new Uint8Array(length).fill(251)))).toBe(true)
})

test.each([0, 1, 2, 3, 8_191, 8_192, 8_193, 20_000])('%i bytes come back from base64 text', (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 7) % 256)
  expect(fromBase64(toBase64(bytes))).toEqual(bytes)
})

test.each([
  ['', []],
  ['AP+A', [0, 255, 128]],
  ['/w==', [255]],
])('%j is the text of %j', (text, bytes) => {
  expect([toBase64(Uint8Array.from(bytes)), [...fromBase64(text)], isBase64(text)]).toEqual([text, bytes, true])
})

test.each([
  ['one character', 'A'],
  ['text without padding', 'AA'],
  ['three signs of padding', 'A==='],
  ['padding alone', '===='],
  ['padding before the end', 'AA=A'],
  ['padding in the middle', 'AA==AAAA'],
  ['the alphabet of URLs', 'A-_A'],
  ['a line break', 'AAAA\nAAA'],
  ['a line break at the end', 'AA=\n'],
  ['a data URL', 'data:image/png;base64,AA'],
  ['another script', 'ÄÄÄÄ'],
])('%s is no base64 text', (_name, text) => {
  expect(isBase64(text)).toBe(false)
})

test('white space anywhere is no base64 text', () => {
  for (const space of ' \t\n\f\r\v\u00a0\u2028') {
    for (const text of ['AAAAAAAA', 'AAAAAAA=', 'AAAAAA==']) {
      const spaced = Array.from(text, (_sign, at) => [
        text.slice(0, at) + space + text.slice(at + 1),
        text.slice(0, at) + space.repeat(4) + text.slice(at),
      ]).flat()
      expect(spaced.filter(isBase64)).toEqual([])
    }
  }
})

test('a text of many megabytes with a fault at its end is read once', () => {
  expect(isBase64(`${'A'.repeat(40_000_003)}!`)).toBe(false)
})
