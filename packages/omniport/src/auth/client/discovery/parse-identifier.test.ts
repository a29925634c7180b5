import { describe, expect, test } from 'vitest'
import { parseIdentifier } from './parse-identifier.js'

describe('an identifier', () => {
  test.each([
    ['https://a.example', '/'],
    ['https://a.example/', '/'],
    ['HTTPS://A.Example:443/b/', '/b/'],
    ['http://[::1]:8080/b%20c', '/b%20c'],
  ])('is %s', (text, pathname) => expect(parseIdentifier(text)?.pathname).toBe(pathname))

  test.each([
    [undefined],
    [['https://a.example']],
    [''],
    ['a.example/b'],
    ['ftp://a.example/'],
    ['https:/a.example/'],
    ['https:///a.example/'],
    ['https://'],
    ['https://a.example?b'],
    ['https://a.example/b?'],
    ['https://a.example/#'],
    ['https://me@a.example/'],
    ['https://me:secret@a.example/'],
    ['https://a.example\\b'],
    ['https://a.example/b\\c'],
    ['https://a.example/b/../c'],
    ['https://a.example/./b'],
    ['https://a.example/%2e%2e/b'],
    ['https://ex%61mple.com/'],
    [' https://a.example/'],
    ['https://a.example/\n'],
    ['https://a.example/b c'],
    ['https://ä.example/'],
    ['https://a.example:99999/'],
    [`https://a.example/${'b'.repeat(2_048)}`],
  ])('is not %j', (text) => expect(parseIdentifier(text)).toBeUndefined())
})

test('an identifier has 2,048 characters at most', () => {
  const text = `https://a.example/${'b'.repeat(2_048 - 18)}`
  expect(parseIdentifier(text)?.href).toBe(text)
  expect(parseIdentifier(`${text}b`)).toBeUndefined()
})
