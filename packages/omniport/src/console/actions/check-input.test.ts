import { describe, expect, test } from 'vitest'
import {
  anything,
  checkInput,
  flag,
  id,
  listOf,
  members,
  name,
  nullable,
  object,
  ofRange,
  oneOf,
  optional,
  text,
  texts,
} from './check-input.js'
import { UsageError } from './usage-error.js'

const checks = {
  anything,
  flag,
  id,
  list: listOf(flag),
  members: members({ a: flag }),
  name,
  nullable: nullable(flag),
  object,
  one: oneOf('a', 'b'),
  optional: optional(flag),
  range: ofRange(1, 5),
  text,
  texts,
}

test.each<[keyof typeof checks, unknown]>([
  ['anything', null],
  ['flag', false],
  ['id', 'aA0_-'],
  ['id', 'a'.repeat(64)],
  ['list', []],
  ['list', [true, false]],
  ['members', { a: true }],
  ['name', 'a'.repeat(1_000)],
  ['nullable', null],
  ['nullable', true],
  ['object', {}],
  ['one', 'b'],
  ['optional', undefined],
  ['optional', true],
  ['range', 1],
  ['range', 5],
  ['range', 2.5],
  ['text', ''],
  ['text', 'a'.repeat(1_000_000)],
  ['texts', {}],
  ['texts', { a: 'b' }],
])('%s takes its values', (check, value) => {
  expect(checks[check]('x', value)).toBeUndefined()
})

const range = 'x must be a number from 1 to 5'
const idText = 'x must have 1 to 64 characters of A-Z a-z 0-9 _ -'
const nameText = 'x must be a string of 1 to 1,000 characters'

test.each<[keyof typeof checks, string, unknown]>([
  ['anything', 'x is missing', undefined],
  ['flag', 'x must be true or false', 1],
  ['id', idText, 1],
  ['id', idText, ''],
  ['id', idText, 'a.'],
  ['id', idText, '.a'],
  ['id', idText, 'a'.repeat(65)],
  ['list', 'x must be a list', { length: 0 }],
  ['list', 'x must be a list', Array.from({ length: 10_001 }, () => true)],
  ['list', 'x[1] must be true or false', [true, 1]],
  ['members', 'x must be an object', []],
  ['members', 'x has no member "b"', { a: true, b: 1 }],
  ['members', 'x has no member "__proto__"', JSON.parse('{"a":true,"__proto__":1}')],
  ['members', `x has no member "${'b'.repeat(100)}"`, { a: true, ['b'.repeat(101)]: 1 }],
  ['members', 'x.a must be true or false', {}],
  ['name', nameText, 1],
  ['name', nameText, ''],
  ['name', nameText, 'a'.repeat(1_001)],
  ['nullable', 'x must be true or false', undefined],
  ['object', 'x must be an object', []],
  ['object', 'x must be an object', null],
  ['one', 'x must be one of a, b', 'c'],
  ['one', 'x must be one of a, b', undefined],
  ['optional', 'x must be true or false', null],
  ['range', range, '2'],
  ['range', range, Number.NaN],
  ['range', range, 0.9],
  ['range', range, 5.1],
  ['text', 'x must be a string', 1],
  ['text', 'x must be a string', 'a'.repeat(1_000_001)],
  ['texts', 'x must be an object of strings', ['a']],
  ['texts', 'x.a must be a string', { a: 1 }],
  ['texts', `x.${'a'.repeat(100)} must be a string`, { ['a'.repeat(101)]: 1 }],
])('%s: %s', (check, message, value) => {
  expect(() => checks[check]('x', value)).toThrow(new UsageError(message))
})

test('infinity is in no range', () => {
  expect(() => ofRange(0, Number.POSITIVE_INFINITY)('x', Number.POSITIVE_INFINITY)).toThrow(UsageError)
})

test('a list has 10,000 items at most', () => {
  expect(
    checks.list(
      'x',
      Array.from({ length: 10_000 }, () => true),
    ),
  ).toBeUndefined()
})

describe('an input', () => {
  test('has the members that are checked, and no others', () => {
    expect(checkInput('call', { a: true }, { a: flag, b: optional(flag) })).toBeUndefined()
    expect(() => checkInput('call', { a: 1 }, { a: flag })).toThrow(new UsageError('call.a must be true or false'))
    expect(() => checkInput('call', null, {})).toThrow(new UsageError('call must be an object'))
  })
})
