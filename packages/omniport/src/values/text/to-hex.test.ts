import { expect, test } from 'vitest'
import { toHex } from './to-hex.js'

test('each byte has two digits', () => {
  expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff')
  expect(toHex(new Uint8Array())).toBe('')
})
