import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { checkContent } from './form-content.js'

const ask = (field: unknown) => ({ type: 'object', properties: { a: field } })

describe('content that fits', () => {
  test.each<readonly [unknown, unknown]>([
    [{ type: 'string', minLength: 2, maxLength: 2 }, '😀😀'],
    [{ type: 'string', pattern: '(((', format: 'of the future' }, 'x'],
    [{ type: 'string', format: 'email' }, 'a@example.com'],
    [{ type: 'string', format: 'uri' }, 'urn:a'],
    [{ type: 'string', format: 'date' }, '2024-02-29'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T12:00:00Z'],
    [{ type: 'string', format: 'ipv4' }, 'anything'],
    [{ type: 'string', enum: ['r'], enumNames: ['Red'] }, 'r'],
    [{ type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'r'],
    [{ type: 'string', minLength: '5', maxLength: null }, ''],
    [{ type: 'number', minimum: 0.5, maximum: 0.5 }, 0.5],
    [{ type: 'integer' }, 3],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 }, ['b', 'a']],
    [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }, ['a']],
    [{ type: 'array' }, ['a']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'x'],
    [{}, ['x']],
    [true, { any: 'thing' }],
  ])('%j: %j', (field, value) => {
    verifies('ELI-14', 'ELI-34')
    expect(checkContent(ask(field), { a: value })).toBeUndefined()
  })

  test('may leave out what is not required', () => {
    expect(checkContent(ask({ type: 'string' }), {})).toBeUndefined()
    expect(checkContent(ask({ type: 'string' }), { a: undefined })).toBeUndefined()
    expect(checkContent({}, {})).toBeUndefined()
  })
})

describe('content that does not', () => {
  test.each<readonly [unknown, unknown, string]>([
    [{ type: 'string' }, 1, 'must be a string'],
    [{ type: 'string', minLength: 3 }, '😀😀', 'must have at least 3 characters'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 characters'],
    [{ type: 'string', format: 'email' }, 'a', 'must be an email address'],
    [{ type: 'string', format: 'uri' }, '/a', 'must be a URI'],
    [{ type: 'string', format: 'date' }, '2023-02-29', 'must be a date (YYYY-MM-DD)'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29', 'must be a date and time (RFC 3339)'],
    [{ type: 'string', enum: ['r'] }, 'Red', 'must be one of the choices offered'],
    [{ type: 'string', oneOf: [{ const: 'r', title: 'Red' }] }, 'Red', 'must be one of the choices offered'],
    [{ type: 'number' }, '1', 'must be a number'],
    [{ type: 'number' }, Number.NaN, 'must be a number'],
    [{ type: 'number', minimum: 1 }, 0.5, 'must be at least 1'],
    [{ type: 'integer', maximum: 1 }, 2, 'must be at most 1'],
    [{ type: 'integer' }, 0.5, 'must be a whole number'],
    [{ type: 'boolean' }, 'true', 'must be true or false'],
    [{ type: 'array' }, 'a', 'must be an array of strings'],
    [{ type: 'array' }, ['a', 1], 'must be an array of strings'],
    [{ type: 'array', minItems: 1 }, [], 'must have at least 1 choices'],
    [{ type: 'array', maxItems: 1 }, ['a', 'b'], 'must have at most 1 choices'],
    [{ type: 'array', items: { enum: ['a'] } }, ['a', 'b'], 'must hold only the choices offered'],
    [{ type: 'array', items: { anyOf: [{ const: 'a' }] } }, ['b'], 'must hold only the choices offered'],
    [{}, {}, 'must be a string, a number, a boolean or an array of strings'],
    [{ type: 'string' }, null, 'must be a string'],
  ])('%j: %j %s', (field, value, problem) => {
    verifies('ELI-34')
    expect(checkContent(ask(field), { a: value })).toBe(`"a" ${problem}`)
  })

  test('has what was not asked for', () => {
    expect(checkContent(ask({ type: 'string' }), { b: 'x' })).toBe('"b" was not asked for')
    expect(checkContent(ask({ type: 'string' }), { toString: 'x' })).toBe('"toString" was not asked for')
    const named = JSON.parse('{"__proto__":"x"}')
    expect(checkContent(ask({ type: 'string' }), named)).toBe('"__proto__" was not asked for')
    expect(checkContent({ properties: null }, { b: 'x' })).toBe('"b" was not asked for')
  })

  test('lacks what is required', () => {
    expect(checkContent({ ...ask({ type: 'string' }), required: ['a'] }, {})).toBe('"a" is required')
    expect(checkContent({ ...ask({ type: 'string' }), required: [1, 'toString'] }, {})).toBe('"toString" is required')
  })

  test.each([undefined, null, [], 'text'])('is %j', (content) => {
    expect(checkContent(ask({ type: 'string' }), content)).toBe('the content must be an object')
  })
})
