import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isRedactable, redact } from './redact.js'

test.each([
  ['in clear', 'key secret-1 and secret-1.', ['secret-1'], 'key *** and ***.'],
  ['percent-encoded', 'key a%2Fb%20secret', ['a/b secret'], 'key ***'],
  ['one that is part of another', 'secret-12 and secret-1', ['secret-1', 'secret-12'], '*** and ***'],
  ['nothing', 'secret', [''], 'secret'],
])('a secret is taken out: %s', (_name, text, secrets, expected) => {
  expect(redact(text, secrets)).toBe(expected)
})

test('a secret is long enough to be taken out from six characters on', () => {
  expect(['', 'abcde', 'abcdef', 'abcdefg'].map(isRedactable)).toEqual([false, false, true, true])
})

test('no secrets leave a text as it is, and an empty text is empty', () => {
  expect([redact('a b', []), redact('', ['secret'])]).toEqual(['a b', ''])
})

test('of half a surrogate pair, which cannot be encoded, so is what is sent in its place', () => {
  const secrets = ['secret\ud800-1', '\udc00secret', 'sesame']
  expect(redact('secret\ud800-1, \udc00secret and sesame', secrets)).toBe('***, *** and ***')
  expect(redact('secret\ufffd-1 and secret%EF%BF%BD-1', secrets)).toBe('*** and ***')
})

test('whatever the secrets are, there is a text without them', () => {
  const any = fc.string({ unit: fc.constantFrom('a', '%', '\ud800', '\udc00', '\ufffd', '\u{1f600}'), maxLength: 6 })
  fc.assert(
    fc.property(any, fc.array(any, { maxLength: 4 }), (text, secrets) => {
      const left = redact(text, secrets)
      expect(secrets.filter((secret) => secret !== '' && left.includes(secret))).toEqual([])
    }),
  )
})
