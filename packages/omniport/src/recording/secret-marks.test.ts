import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SecretMarks } from './secret-marks.js'

test('the same secret has the same mark, and is replaced wherever it stands', () => {
  const marks = new SecretMarks(['of-the-env'])
  expect([marks.mark('a-token'), marks.mark('another'), marks.mark('a-token')]).toEqual([
    '[secret 2]',
    '[secret 3]',
    '[secret 2]',
  ])
  expect(marks.clean('a-token, of-the-env and another-one')).toBe('[secret 2], [secret 1] and [secret 3]-one')
})

test('a secret that is part of another does not cut it', () => {
  const marks = new SecretMarks(['secret-1', 'secret-12'])
  expect(marks.clean('secret-12 secret-1')).toBe('[secret 2] [secret 1]')
})

test('a mark is not searched for secrets', () => {
  expect(new SecretMarks(['secret']).clean('secret secret')).toBe('[secret 1] [secret 1]')
})

test('what is percent-encoded is replaced as well', () => {
  expect(new SecretMarks(['a/b secret']).clean('?key=a%2Fb%20secret')).toBe('?key=[secret 1]')
})

test('secrets in an address are found by their place and their name', () => {
  const marks = new SecretMarks([])
  expect(marks.cleanAddress('/message?sessionId=0123456789&page=1')).toBe('/message?sessionId=[secret 1]&page=1')
  expect(marks.clean('0123456789')).toBe('[secret 1]')
})

test('of JSON only names and strings are replaced', () => {
  const marks = new SecretMarks(['method', '123456'])
  const value = { method: 'x', n: 123456, list: ['123456'], deep: { a: 'method' } }
  expect(marks.cleanJson(value)).toEqual({
    '[secret 1]': 'x',
    n: 123456,
    list: ['[secret 2]'],
    deep: { a: '[secret 1]' },
  })
})

test('a value without secrets is the same value', () => {
  const value = { a: [1, { b: 'c' }], ['__proto__']: null }
  expect(new SecretMarks(['secret-1']).cleanJson(value)).toBe(value)
})

test('JSON text may hold a secret in clear or escaped', () => {
  const marks = new SecretMarks(['sécret-1'])
  const texts = ['"none"', '"sécret-1"', String.raw`"s\u00e9cret-1"`, String.raw`"a\nb"`]
  expect(texts.map((text) => marks.isClean(text))).toEqual([true, false, false, false])
})

test('whatever the secrets are, no long one stays in clear', () => {
  const any = fc.string({ unit: fc.constantFrom('a', 'b', '%', '/', '"'), minLength: 6, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 3 }), fc.array(any), (secrets, texts) => {
      const marks = new SecretMarks(secrets)
      const clean = marks.clean([...texts, ...secrets].join(' '))
      expect(secrets.filter((secret) => clean.split(/\[secret \d\]/).some((part) => part.includes(secret)))).toEqual([])
    }),
  )
})

test.each([
  ['begin together', ['secret-one', 'secret-two'], 'secret-two secret-one secret-', '[secret 2] [secret 1] secret-'],
  ['begin within another', ['aaaaaab', 'aaaaaaaac'], 'aaaaaaaaab aaaaaaaaac', 'aaa[secret 1] a[secret 2]'],
  ['overlap', ['abcdefgh', 'efghijkl'], 'abcdefghijkl efghijkl', '[secret 1]ijkl [secret 2]'],
  ['are of characters with a meaning', ['^.*$+?(', '[a|b]{2}-/'], '^.*$+?([a|b]{2}-/', '[secret 1][secret 2]'],
  ['end the text', ['abcdef'], 'abcde abcdef', 'abcde [secret 1]'],
  ['are too short', ['abcde'], 'abcde', 'abcde'],
])('secrets that %s are each replaced where they stand', (_what, secrets, text, expected) => {
  expect(new SecretMarks(secrets).clean(text)).toBe(expected)
})

test('whatever the secrets are, the first that stands somewhere is replaced, and the longest of those there', () => {
  const any = fc.string({ unit: fc.constantFrom('a', 'b', '.', '\ud83d', '\ude00'), minLength: 6, maxLength: 12 })
  fc.assert(
    fc.property(fc.uniqueArray(any, { minLength: 1, maxLength: 6 }), fc.array(any), (secrets, texts) => {
      const wellFormed = secrets.filter((secret) => encodable(secret))
      const marks = new SecretMarks(wellFormed)
      const text = [...texts, ...secrets, ...secrets.map((secret) => secret.slice(1) + secret)].join('')
      expect(marks.clean(text)).toBe(replacedOneByOne(text, wellFormed))
    }),
  )
})

/** Without halves of surrogate pairs, for which something else is sent. */
function encodable(secret: string): boolean {
  return !/\p{Surrogate}/u.test(secret)
}

function replacedOneByOne(text: string, secrets: readonly string[]): string {
  const longestFirst = [...secrets].sort((left, right) => right.length - left.length)
  let replaced = ''
  for (let at = 0; at < text.length; ) {
    const here = longestFirst.find((secret) => text.startsWith(secret, at))
    replaced += here === undefined ? text.charAt(at) : `[secret ${secrets.indexOf(here) + 1}]`
    at += here?.length ?? 1
  }
  return replaced
}

test('so many secrets that were seen are looked for', () => {
  const marks = new SecretMarks(['of-the-env'])
  for (let n = 0; n <= 1_000; n += 1) marks.mark(`token-${n}-`)
  expect(marks.clean('token-0- token-1000- of-the-env')).toBe('token-0- [secret 1002] [secret 1]')
})

test('text may hold a secret where it is escaped, but only if there is one', () => {
  expect(new SecretMarks([]).isClean('{"a":"\\n"}')).toBe(true)
  const marks = new SecretMarks(['a-secret'])
  expect(['{"a":"\\n"}', '{"a":"a-secret"}', '{"a":"b"}'].map((text) => marks.isClean(text))).toEqual([
    false,
    false,
    true,
  ])
})
