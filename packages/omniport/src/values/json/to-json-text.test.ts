import { expect, test } from 'vitest'
import { toJsonText } from './to-json-text.js'

test.each([[{ a: [1] }], [null], ['a'], [false]])('%j becomes text', (value) => {
  expect(toJsonText('the state', value)).toBe(JSON.stringify(value))
})

test.each([
  [undefined, 'undefined'],
  [() => 1, 'function'],
  [Symbol('a'), 'symbol'],
])('%s has no text', (value, type) => {
  expect(() => toJsonText('the state', value)).toThrow(new TypeError(`the state must be a JSON value, got ${type}`))
})
