import { expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { decodeUtf8 } from './decode-utf8.js'

test('bytes become text, without a byte order mark', () => {
  expect(decodeUtf8(new TextEncoder().encode('é€😀'))).toBe('é€😀')
  expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
  expect(decodeUtf8(new Uint8Array())).toBe('')
})

test.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]]])('%j are not UTF-8', (bytes) => {
  const error = thrownBy(() => decodeUtf8(Uint8Array.from(bytes))) as SyntaxError
  expect(error).toEqual(new SyntaxError('The text is not UTF-8'))
  expect(error).toBeInstanceOf(SyntaxError)
  expect(error.cause).toBeInstanceOf(TypeError)
})

test('text that was cut does not show in the next one', () => {
  expect(() => decodeUtf8(Uint8Array.of(0x61, 0xc3))).toThrow(SyntaxError)
  expect(decodeUtf8(Uint8Array.of(0x62))).toBe('b')
})
