import { expect, test } from 'vitest'
import { hasMember, memberNames } from './members.js'

const value = Object.assign(Object.create({ inherited: 1 }), { a: 1, b: undefined, c: null, d: false })

test('the members are own ones that are not undefined', () => {
  expect(memberNames(value)).toEqual(['a', 'c', 'd'])
  expect(memberNames({})).toEqual([])
})

test.each([
  ['a', true],
  ['b', false],
  ['c', true],
  ['d', true],
  ['e', false],
  ['inherited', false],
  ['toString', false],
])('%s is one: %s', (name, expected) => {
  expect(hasMember(value, name)).toBe(expected)
})

test('a member may have the name of one that objects inherit', () => {
  expect(hasMember(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(true)
  expect(hasMember({}, '__proto__')).toBe(false)
})
