import { expect, test } from 'vitest'
import { survivesJson } from './survives-json.js'

test.each([
  [null],
  [true],
  [0],
  [1.5],
  [''],
  [[]],
  [{}],
  [{ a: [1, { b: null }], c: 'd' }],
  [Object.assign(Object.create(null), { a: 1 })],
  [JSON.parse('{"__proto__":{"a":1}}')],
])('%j is the same after JSON', (value) => {
  expect(survivesJson(value)).toBe(true)
})

class Money {
  readonly cents = 1
}

test.each<[string, unknown]>([
  ['a number that JSON lacks', Number.NaN],
  ['a number without end', Number.POSITIVE_INFINITY],
  ['a zero below zero', -0],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['an object of a class', new Money()],
  ['a member that is left out', { a: undefined }],
  ['a member that is changed', { a: { b: Number.NaN } }],
  ['an item that is changed', [1, undefined]],
  ['a hole', Object.assign(new Array(2), { 0: 1 })],
  ['bytes', new Uint8Array([1])],
  ['what stands for something else', { a: 1, toJSON: () => ({ a: 1 }) }],
  ['a text that is an object', Object('a')],
  ['another name instead', { toJSON: () => ({ b: 1 }), a: 1 }],
  ['what stands for null', { toJSON: () => null }],
  ['a list that is more than one', Object.assign([1], { a: 1 })],
])('%s is not', (_name, value) => {
  expect(survivesJson(value)).toBe(false)
})

test.each([[1n], [undefined], [() => 1]])('what JSON cannot carry at all is refused: %s', (value) => {
  expect(() => survivesJson(value)).toThrow(TypeError)
})
