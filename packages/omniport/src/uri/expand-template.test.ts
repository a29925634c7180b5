import { expect, test } from 'vitest'
import { expandTemplate } from './expand-template.js'

const values = { a: 'x y', b: 'p/q', c: '100%', empty: '' }

// The cases of RFC 6570, section 3.2, with texts.
test.each([
  ['notes://{a}', 'notes://x%20y'],
  ['notes://{b}', 'notes://p%2Fq'],
  ['notes://{+b}', 'notes://p/q'],
  ['notes://{a,b}', 'notes://x%20y,p%2Fq'],
  ['notes:{#b}', 'notes:#p/q'],
  ['x{.a,b}', 'x.x%20y.p%2Fq'],
  ['x{/a,b}', 'x/x%20y/p%2Fq'],
  ['x{;a,b}', 'x;a=x%20y;b=p%2Fq'],
  ['x{?a,b}', 'x?a=x%20y&b=p%2Fq'],
  ['x?z=1{&c}', 'x?z=1&c=100%25'],
  ['x?z=1{&a,b}', 'x?z=1&a=x%20y&b=p%2Fq'],
  ['x{+a,b}', 'xx%20y,p/q'],
  ['x{#a,b}', 'x#x%20y,p/q'],
  ['x{.a}{/b}{;empty}', 'x.x%20y/p%2Fq'],
  ['x{a:1}', 'xx'],
  ['x{?missing,empty}', 'x'],
  ['no-variables', 'no-variables'],
])('%s expands to %s', (template, expected) => {
  expect(expandTemplate(template, values)).toBe(expected)
})

test('a member of every object is no value', () => {
  expect(expandTemplate('x{constructor}', {})).toBe('x')
})

test.each([
  ['x{flag:1}', { flag: '🇨🇭a' }, 'x%F0%9F%87%A8'],
  ['x{a}', { a: "!'()*" }, 'x%21%27%28%29%2A'],
  ['x{+a}', { a: "!'()*" }, "x!'()*"],
  ['x{?a}y', {}, 'xy'],
  ['{+a}{b}', { a: '100%25', b: '100%25' }, '100%25100%2525'],
])('%s with %j expands to %s', (template, given, expected) => {
  expect(expandTemplate(template, given)).toBe(expected)
})

test('without a prefix the whole value is there', () => {
  const long = 'é'.repeat(10_001)
  expect(expandTemplate('{+a}', { a: long })).toBe(encodeURI(long))
})

test('half of a pair is no character that can be written', () => {
  expect(() => expandTemplate('{a}', { a: '\uD83D' })).toThrow(URIError)
})
