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
  ['x{a:1}', 'xx'],
  ['x{?missing,empty}', 'x'],
  ['no-variables', 'no-variables'],
])('%s expands to %s', (template, expected) => {
  expect(expandTemplate(template, values)).toBe(expected)
})

test('a member of every object is no value', () => {
  expect(expandTemplate('x{constructor}', {})).toBe('x')
})
