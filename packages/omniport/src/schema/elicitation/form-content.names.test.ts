import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { checkContent, checkField } from './form-content.js'

describe('the name of a field', () => {
  test('is cut after 64 characters', () => {
    expect(checkContent({}, { ['a'.repeat(64)]: 1 })).toBe(`"${'a'.repeat(64)}" was not asked for`)
    expect(checkContent({}, { ['a'.repeat(65)]: 1 })).toBe(`"${'a'.repeat(64)}…" was not asked for`)
  })

  test('is quoted', () => {
    expect(checkContent({ required: ['a "b"\n'] }, {})).toBe('"a \\"b\\"\\n" is required')
  })

  test('is that of the first problem', () => {
    const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['c', 'd'] }
    expect(checkContent(schema, { a: '', b: 1, x: 1 })).toBe('"b" must be a string')
    expect(checkContent(schema, { x: 1, b: 1 })).toBe('"x" was not asked for')
    expect(checkContent(schema, { a: '', b: '' })).toBe('"c" is required')
    expect(checkContent({ ...schema, required: 'c' }, { a: '' })).toBe(undefined)
  })
})

describe('a value that fits', () => {
  test.each<readonly [field: JsonObject, value: unknown]>([
    [{ type: 'string', minLength: 0 }, ''],
    [{ type: 'string', oneOf: [{ const: 'a' }, { type: 'string' }] }, 'x'],
    [{ type: 'string', anyOf: [{ const: 'a' }, { const: 'b' }] }, 'b'],
    [{ type: 'string', oneOf: 'a', anyOf: {} }, 'x'],
    [{ type: 'string', enum: 'abc' }, 'x'],
    [{ type: 'string', format: 5 }, 'x'],
    [{ type: 'number', minimum: '5', maximum: null }, 1],
    [{ type: 'integer', minimum: 3, maximum: 3 }, 3],
    [{ type: 'number' }, -0.5],
    [{ type: 'array', minItems: '5', maxItems: null }, ['a']],
    [{ type: 'array', minItems: 2, maxItems: 2 }, ['a', 'b']],
    [{ type: 'array', items: true }, ['a']],
    [{ type: 'array' }, []],
    [{ enum: ['a', 1] }, 1],
    [{ type: 'unknown' }, 5],
  ])('%j: %j', (field, value) => {
    expect(checkField(field, value)).toBe(undefined)
  })
})

describe('a value that does not', () => {
  test.each<readonly [field: JsonObject, value: unknown, problem: string]>([
    [{ enum: ['a'], oneOf: [{ const: 'b' }] }, 'b', 'must be one of the choices offered'],
    [{ oneOf: [{ const: 'a' }], anyOf: [{ const: 'b' }] }, 'a', 'must be one of the choices offered'],
    [{ anyOf: [] }, 'a', 'must be one of the choices offered'],
    [{ type: 'string', format: 'email', minLength: 3 }, 'a', 'must have at least 3 characters'],
    [{ type: 'integer' }, Number.POSITIVE_INFINITY, 'must be a number'],
    [{ type: 'number', minimum: 1, maximum: 2 }, 2.1, 'must be at most 2'],
    [{ type: 'integer' }, true, 'must be a number'],
    [{ type: 'boolean' }, 0, 'must be true or false'],
    [{ type: 'array' }, {}, 'must be an array of strings'],
    [{ type: 'array' }, [['a']], 'must be an array of strings'],
    [{ type: 'unknown' }, null, 'must be a string, a number, a boolean or an array of strings'],
  ])('%j: %j', (field, value, problem) => {
    expect(checkField(field, value)).toBe(problem)
  })
})
