import { describe, expect, test } from 'vitest'
import { problemsOf } from './fixtures/problems-of.js'

describe('unevaluatedProperties', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    [
      'is checked for each member that is left',
      { properties: { a: true }, unevaluatedProperties: { type: 'string' } },
      { a: 1, b: 1, c: '', d: 1 },
      ['b must be a string', 'd must be a string'],
    ],
    ['says nothing about others than objects', { unevaluatedProperties: false }, [1], []],
    ['says nothing about null', { unevaluatedProperties: false }, null, []],
    ['says nothing about absent members', { unevaluatedProperties: false }, { a: undefined }, []],
    [
      'evaluates what is left for the schema around it',
      { allOf: [{ properties: { a: true }, unevaluatedProperties: { type: 'number' } }], unevaluatedProperties: false },
      { a: 1, b: 2 },
      [],
    ],
    [
      'evaluates nothing in a form that does not hold',
      { anyOf: [{ required: ['z'], unevaluatedProperties: true }, true], unevaluatedProperties: false },
      { a: 1 },
      ['a is not allowed'],
    ],
    [
      'inside a member has members of its own',
      { properties: { a: { unevaluatedProperties: false } }, unevaluatedProperties: false },
      { a: { a: 1 } },
      ['a a is not allowed'],
    ],
  ])('%s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })
})

describe('unevaluatedItems', () => {
  test.each<readonly [name: string, schema: object, value: unknown, problems: readonly string[]]>([
    [
      'is checked for each item that is left',
      { prefixItems: [true], unevaluatedItems: { type: 'string' } },
      [1, 2, '', 3],
      ['1 must be a string', '3 must be a string'],
    ],
    ['says nothing about others than lists', { unevaluatedItems: false }, { 0: 1, length: 1 }, []],
    ['says nothing about texts', { unevaluatedItems: false }, 'a', []],
    [
      'evaluates what is left for the schema around it',
      { allOf: [{ prefixItems: [true], unevaluatedItems: { type: 'number' } }], unevaluatedItems: false },
      [1, 2],
      [],
    ],
    [
      'evaluates nothing in a form that does not hold',
      { anyOf: [{ minItems: 5, unevaluatedItems: true }, true], unevaluatedItems: false },
      [1],
      ['0 is not allowed'],
    ],
  ])('%s', (_name, schema, value, problems) => {
    expect(problemsOf(schema, value)).toEqual(problems)
  })

  test('stands beside unevaluatedProperties', () => {
    const schema = { unevaluatedItems: false, unevaluatedProperties: false }
    expect([problemsOf(schema, [1]), problemsOf(schema, { a: 1 })]).toEqual([
      ['0 is not allowed'],
      ['a is not allowed'],
    ])
  })
})
