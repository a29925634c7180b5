import { expect, test } from 'vitest'
import { redactUrl } from './redact-url.js'

test.each([
  ['nothing that is secret', 'https://h/x?a=1&page=2#top', 'https://h/x?a=1&page=2#top'],
  ['a user', 'https://user@h/x', 'https://***@h/x'],
  ['a password', 'postgres://u:pass-word@h/x', 'postgres://***@h/x'],
  ['a password with @ in it', 'https://u:p@ss-word@h/x', 'https://***@h/x'],
  ['an @ in a path', 'https://h/@ada?to=a@b#c@d', 'https://h/@ada?to=a@b#c@d'],
  ['a member of the query', 'https://h/x?a=1&token=abc&b=2', 'https://h/x?a=1&token=***&b=2'],
  ['one with = and ? in its value', 'https://h/x?token=a=b?c=d&b=2', 'https://h/x?token=***&b=2'],
  ['one behind another question mark', 'https://h/x?a=1?token=abc', 'https://h/x?a=1?token=***'],
  ['one without a value', 'https://h/x?token=&key&b=2', 'https://h/x?token=&key&b=2'],
  ['one whose name is encoded', 'https://h/x?api%5Fkey=abc&%74oken=x', 'https://h/x?api%5Fkey=***&%74oken=***'],
  ['one whose name is encoded badly', 'https://h/x?%zz%ff%token=abc', 'https://h/x?%zz%ff%token=***'],
  ['the fragment', 'https://h/x#access_token=abc&state=1', 'https://h/x#access_token=***&state=1'],
  ['the fragment of a page that has places in it', 'https://h/#/in?auth=abc', 'https://h/#/in?auth=***'],
  ['a query without an address', 'urn:x?secret=abc', 'urn:x?secret=***'],
  ['what is no query', 'token=abc', 'token=abc'],
])('%s', (_name, url, expected) => {
  expect(redactUrl(url)).toBe(expected)
})

test('a long address takes no long time', () => {
  for (const piece of ['?', '&', '#', '?a', '?=', '%', '%41', '@', 'token=', 'a:/', '://']) {
    for (const start of ['', 'https://', 'https://h/?', 'https://h/#&']) {
      const before = process.cpuUsage()
      redactUrl(start + piece.repeat(100_000))
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
    }
  }
})
