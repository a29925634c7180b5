import { describe, expect, it } from 'vitest'
import { isUri } from './is-uri.js'

describe('isUri', () => {
  it.each([
    'weather://Oslo/now',
    'file:///a%20b',
    'file:///C:/x',
    'urn:x:y',
    'data:text/plain;base64,SGk=',
    'data:,hi%0A',
    'https://user@example.com:8080/a/../b;c=1?q=1&r=[]#frag/?',
    'http://[2001:db8::7]/',
    'mailto:a.b@example.com',
    'git+ssh://host/x',
    'x-y.z+1:',
    "a:-._~:/?[]@!$&'()*+,;=%aF",
    `a:${'x'.repeat(1_000_000)}`,
  ])('accepts %.60s', (text) => {
    expect(isUri(text)).toBe(true)
  })

  it.each([
    ['', 'nothing at all'],
    ['/a/b', 'a relative reference'],
    ['//host/a', 'a network-path reference'],
    ['Oslo', 'no scheme'],
    [':a', 'an empty scheme'],
    ['1a:b', 'a scheme that starts with a digit'],
    ['a_b:c', 'a scheme with an underscore'],
    [' a:b', 'a leading space'],
    ['a:b c', 'a space'],
    ['https://host/a/long/path and a space', 'a space far behind'],
    ['a:b\n', 'a trailing line break'],
    ['a:b\u0000', 'a NUL'],
    ['a:b\u007f', 'a DEL'],
    ['a:%', 'a lone percent sign'],
    ['a:%2', 'half an escape'],
    ['a:%2g', 'an escape that is not hexadecimal'],
    ['a:%%20', 'a percent sign before an escape'],
    ['a:#b#c', 'two number signs'],
    ['C:\\x', 'a backslash'],
    ['a:"b"', 'quotes'],
    ['a:<b>', 'angle brackets'],
    ['a:{b}', 'braces: a template'],
    ['a:b|c^`', 'a pipe, a caret and a backtick'],
    ['a:Zürich', 'a letter outside ASCII'],
    ['a:\ud83d\ude00', 'an emoji'],
    [`${'a'.repeat(1_000_000)}`, 'a million letters without a colon'],
    [`a:${'#'.repeat(1_000_000)}`, 'a million number signs'],
  ])('refuses %.20j: %s', (text) => {
    expect(isUri(text)).toBe(false)
  })
})
