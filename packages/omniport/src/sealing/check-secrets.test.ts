import { expect, test } from 'vitest'
import { checkSecret, checkSecrets } from './check-secrets.js'

test('secrets of 32 bytes or more are given back', () => {
  const secrets = ['x'.repeat(32), '\u00fc'.repeat(16)]
  expect(checkSecrets(secrets)).toBe(secrets)
  expect(checkSecret('a', 'x'.repeat(33))).toBeUndefined()
})

test('none, or a short one, is refused by its place and not by its value', () => {
  expect(() => checkSecrets([])).toThrow(new TypeError('secrets must hold at least one'))
  expect(() => checkSecrets(['x'.repeat(32), 'y'.repeat(31)])).toThrow(
    new TypeError('secrets[1] must be at least 32 bytes long'),
  )
})

test.each([undefined, null, 32, ['x'.repeat(32)]])('what is no text is no secret: %j', (secret) => {
  expect(() => checkSecret('keys.a', secret)).toThrow(new TypeError('keys.a must be at least 32 bytes long'))
})
