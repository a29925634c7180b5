import { describe, expect, it } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { evaluator } from './evaluator.js'

describe('issues', () => {
  it.each([
    [
      'the missing property is named',
      { properties: { a: { required: ['b'] } } },
      { a: {} },
      [[['a', 'b'], 'is required']],
    ],
    [
      'several are told',
      { properties: { a: { type: 'number' }, b: { minimum: 3 } }, required: ['c'] },
      { a: 'x', b: 1 },
      [
        [['c'], 'is required'],
        [['a'], 'must be a number'],
        [['b'], 'must be at least 3'],
      ],
    ],
    ['after the wrong type nothing more is said', { type: 'string', enum: ['a'] }, 5, [[[], 'must be a string']]],
    ['an unexpected property is named', { additionalProperties: false }, { x: 1 }, [[['x'], 'is not allowed']]],
    [
      'a failed property is not unevaluated as well',
      { properties: { a: { type: 'string' } }, unevaluatedProperties: false },
      { a: 1 },
      [[['a'], 'must be a string']],
    ],
    [
      'items by index',
      { items: { type: 'integer' } },
      [1, 'x', 1.5],
      [
        [[1], 'must be an integer'],
        [[2], 'must be an integer'],
      ],
    ],
    ['enum lists its values', { enum: ['a', 2, null] }, 'b', [[[], 'must be one of "a", 2, null']]],
    ['a repeated item is named', { uniqueItems: true }, [1, 2, 1], [[[2], 'repeats an earlier item']]],
    [
      'a nullable says what is wrong with the other form',
      { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] },
      'ab',
      [[[], 'must have at least 3 characters']],
    ],
    [
      'alternative types are joined',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      5,
      [[[], 'must be a string or null']],
    ],
    [
      'alternative constants are joined',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      'c',
      [[[], 'must be "a" or "b"']],
    ],
    ['a tagged union says what is wrong with the tagged form', union(), { k: 'b' }, [[['n'], 'is required']]],
    [
      'an unclear choice says so',
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      {},
      [[[], 'must match one of the 2 allowed forms']],
    ],
    [
      'two forms at once',
      { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
      3,
      [[[], 'must match only one of the allowed forms']],
    ],
    ['not', { not: {} }, 1, [[[], 'must not match the forbidden schema']]],
    ['a pattern', { pattern: '^a' }, 'b', [[[], 'must match the pattern "^a"']]],
    ['a format', { format: 'email' }, 'b', [[[], 'must be an email address']]],
    [
      'one thing, not things',
      { minItems: 1, contains: {} },
      [],
      [
        [[], 'must have at least 1 item'],
        [[], 'must contain at least 1 matching item'],
      ],
    ],
  ] as const)('%s', (_name, schema, value, expected) => {
    const result = evaluator.compile(preflight(schema))(value)
    expect(result).toEqual({ issues: expected.map(([path, message]) => ({ path, message })) })
  })

  it('are at most twenty', () => {
    const result = evaluator.compile(preflight({ items: { type: 'string' } }))(Array.from({ length: 1_000 }, () => 1))
    expect(result.issues?.length).toBe(20)
  })
})

function union(): object {
  const form = (k: string, name: string): object => ({
    type: 'object',
    properties: { k: { const: k }, [name]: { type: 'number' } },
    required: ['k', name],
  })
  return { oneOf: [form('a', 'm'), form('b', 'n')] }
}
