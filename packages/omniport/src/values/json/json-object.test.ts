import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isObject } from './is-object.js'
import { isPlainObject } from './is-plain-object.js'
import { isStringArray } from './is-string-array.js'
import { isJsonObject } from './json-object.js'

test.each([
  ['an object', {}, true, true],
  ['an object without a prototype', Object.create(null), true, true],
  ['an object of another realm', runInNewContext('({})'), true, true],
  ['an instance of a class', new Date(0), true, false],
  ['an object that inherits from another', Object.create({}), true, false],
  ['a map', new Map(), true, false],
  ['an array', [], false, false],
  ['an array of another realm', runInNewContext('[]'), false, false],
  ['null', null, false, false],
  ['undefined', undefined, false, false],
  ['a text', 'a', false, false],
  ['a number', 1, false, false],
  ['a function', () => 1, false, false],
])('%s: an object %s, and a plain one %s', (_name, value, isAnObject, isPlain) => {
  expect([isObject(value), isJsonObject(value), isPlainObject(value)]).toEqual([isAnObject, isAnObject, isPlain])
})

test.each([
  [[], true],
  [['a', ''], true],
  [['a', 1], false],
  [[undefined], false],
  ['a', false],
  [{ length: 0 }, false],
  [null, false],
])('%j is an array of texts: %s', (value, expected) => {
  expect(isStringArray(value)).toBe(expected)
})
