import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { assertBrowserUrl } from './assert-browser-url.js'

test.each([
  ['a web page', 'https://auth.example/authorize?a=b&c=d', 'https://auth.example/authorize?a=b&c=d'],
  ['a private one: a person may', 'https://sso.internal/', 'https://sso.internal/'],
  ['a name in punycode, as it is', 'https://xn--pple-43d.example/', 'https://xn--pple-43d.example/'],
  ['a name in letters that look alike, as punycode', 'https://аpple.example/', 'https://xn--pple-43d.example/'],
  ['what a shell would read, quoted as URLs are', 'https://a.example/"`|<>{}', 'https://a.example/%22%60|%3C%3E%7B%7D'],
])('%s is opened', (_, text, href) => {
  verifies('SEC-13')
  expect(assertBrowserUrl(text).href).toBe(href)
})

test.each(['http://127.0.0.1:8080/', 'http://localhost:3000/', 'http://[::1]/', 'http://a.localhost/'])(
  '%s is opened in development only',
  (text) => {
    verifies('SEC-13')
    expect(assertBrowserUrl(text, { allowLoopback: true }).href).toBe(text)
    expect(() => assertBrowserUrl(text)).toThrow('would be opened over http:, not https:')
  },
)

test.each([
  ['http', 'http://auth.example/'],
  ['a private address over http', 'http://10.0.0.1/'],
  ['a script', 'javascript:alert(1)//https://auth.example/'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a file', 'file:///etc/passwd'],
  ['an app', 'ms-msdt:/id'],
  ['a script after a space', ' https://auth.example/'],
  ['a line feed', 'https://auth.example/\n-flag'],
  ['a NUL', 'https://auth.example/\0'],
  ['a direction mark', 'https://auth.example/\u202Emoc.live'],
  ['a user', 'https://auth.example@evil.example/'],
  ['a backslash', 'https://evil.example\\@auth.example/'],
  ['no host', 'https:auth.example'],
  ['an option of a command', '--version'],
  ['nothing', ''],
  ['too much', `https://auth.example/${'a'.repeat(8192)}`],
  ['too much once it is quoted', `https://auth.example/${'"'.repeat(8000)}`],
])('%s is not opened', (_, text) => {
  verifies('SEC-13')
  expect(() => assertBrowserUrl(text, { allowLoopback: true })).toThrow(
    expect.objectContaining({ code: 'unreachable' }),
  )
})

describe('an address that is not opened', () => {
  const notHttps =
    'an address for the browser is not an https: URL, or has credentials, spaces or control characters in it'
  const tooLong = 'an address for the browser is longer than 8192 characters'
  const path = 'https://auth.example/'
  const fits = path + 'a'.repeat(8192 - path.length)

  test.each<[string, string, string]>([
    ['is of a file', 'file:///etc/passwd', notHttps],
    ['is nothing', '', notHttps],
    ['is long', `${fits}a`, tooLong],
    ['is long, though a browser shortens it', `${path}${'./'.repeat(8192)}`, tooLong],
    ['is long once it is quoted', `${path}${'"'.repeat(8000)}`, tooLong],
    ['is not secret', 'http://auth.example:8080/', 'auth.example:8080 would be opened over http:, not https:'],
    [
      'is of no machine like this one',
      'http://localhost.example/',
      'localhost.example would be opened over http:, not https:',
    ],
  ])('%s: the error says so', (_, text, reason) => {
    expect(() => assertBrowserUrl(text, { allowLoopback: true })).toThrow(
      expect.objectContaining({ code: 'unreachable', message: `refused: ${reason}` }),
    )
  })

  test('begins with 8,193 characters', () => {
    expect(assertBrowserUrl(fits).href).toBe(fits)
  })
})
