import { describe, expect, test } from 'vitest'
import { checkValue } from '../check/check-value.js'
import { describeType } from './describe-type.js'

describe('the type of a value in a few words', () => {
  test.each([
    ['one item at least', { type: 'array', items: { type: 'string' }, minItems: 1 }, 'string[], from 1 item'],
    ['some items', { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 }, 'string[], 1–3 items'],
    ['one character', { type: 'string', maxLength: 1 }, 'string, up to 1 character'],
    ['a number with bounds', { type: 'integer', minimum: 1, maximum: 50, default: 10 }, 'integer, 1–50, default 10'],
  ])('%s', (_name, schema, words) => {
    expect(describeType(schema, schema)).toBe(words)
  })
})

describe('what a value lacks', () => {
  test.each([
    ['one item', [], { type: 'array', minItems: 1 }, 'Needs at least 1 item'],
    ['two items', [], { type: 'array', minItems: 2 }, 'Needs at least 2 items'],
    ['a character', '', { type: 'string', minLength: 1 }, 'Needs at least 1 character'],
    ['fewer characters', 'abc', { type: 'string', maxLength: 1 }, 'Has 3 of at most 1 character'],
  ])('%s', (_name, value, schema, words) => {
    expect(checkValue(value, schema).map(({ text }) => text)).toEqual([words])
  })
})
