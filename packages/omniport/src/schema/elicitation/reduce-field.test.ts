import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../values/json/json-object.js'
import { preflight } from '../preflight/preflight.js'
import { reduceField } from './reduce-field.js'

/** The field of a property with this schema. */
function reduced(schema: unknown, name = 'a'): JsonObject {
  const safe = preflight({ properties: { [name]: schema } }, { patterns: 'any' })
  const { properties } = safe.document as { readonly properties: JsonObject }
  return reduceField(name, properties[name], safe)
}

const safest = Number.MAX_SAFE_INTEGER

describe('a field', () => {
  test.each<readonly [schema: JsonObject, field: JsonObject]>([
    [{ type: 'string' }, { type: 'string' }],
    [{ type: ['string'], pattern: 'a', examples: ['a'] }, { type: 'string' }],
    [
      { type: 'string', minLength: 0 },
      { type: 'string', minLength: 0 },
    ],
    [
      { type: 'string', maxLength: 3, minimum: 1 },
      { type: 'string', maxLength: 3 },
    ],
    ...['email', 'uri', 'date', 'date-time'].map(
      (format) =>
        [
          { type: 'string', format },
          { type: 'string', format },
        ] as const,
    ),
    ...['uuid', 'password-hint', 'time'].map((format) => [{ type: 'string', format }, { type: 'string' }] as const),
    [
      { type: 'string', title: 'T', description: '' },
      { type: 'string', title: 'T', description: '' },
    ],
    [
      { type: 'boolean', title: 'T' },
      { type: 'boolean', title: 'T' },
    ],
    [
      { type: 'number', minimum: 1, maxLength: 3 },
      { type: 'number', minimum: 1 },
    ],
    [
      { type: 'number', maximum: -1.5 },
      { type: 'number', maximum: -1.5 },
    ],
    [{ enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [{ enum: [false] }, { type: 'boolean' }],
    [
      { type: 'array', items: { const: 'a' } },
      { type: 'array', items: { type: 'string', enum: ['a'] } },
    ],
    [
      { type: 'array', minItems: 0, maxItems: 2, uniqueItems: true, items: { type: 'string', enum: ['a', 'b'] } },
      { type: 'array', minItems: 0, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } },
    ],
  ])('of %j', (schema, field) => {
    expect(reduced(schema)).toStrictEqual(field)
  })

  test.each<readonly [bounds: JsonObject, integer: JsonObject, number: JsonObject]>([
    [{ exclusiveMinimum: 1 }, { minimum: 2 }, { minimum: 1 }],
    [{ exclusiveMinimum: 1.5 }, { minimum: 2 }, { minimum: 1.5 }],
    [{ exclusiveMinimum: -1.5 }, { minimum: -1 }, { minimum: -1.5 }],
    [{ exclusiveMaximum: 3 }, { maximum: 2 }, { maximum: 3 }],
    [{ exclusiveMaximum: 2.5 }, { maximum: 2 }, { maximum: 2.5 }],
    [{ minimum: 5, exclusiveMinimum: 1 }, { minimum: 5 }, { minimum: 5 }],
    [{ minimum: 1, exclusiveMinimum: 5 }, { minimum: 6 }, { minimum: 5 }],
    [{ maximum: 1, exclusiveMaximum: 5 }, { maximum: 1 }, { maximum: 1 }],
    [{ maximum: 9, exclusiveMaximum: 5 }, { maximum: 4 }, { maximum: 5 }],
    [
      { minimum: 0, maximum: 0 },
      { minimum: 0, maximum: 0 },
      { minimum: 0, maximum: 0 },
    ],
    [{ minimum: -safest, maximum: safest }, {}, {}],
    [
      { minimum: 1 - safest, maximum: safest - 1 },
      { minimum: 1 - safest, maximum: safest - 1 },
      { minimum: 1 - safest, maximum: safest - 1 },
    ],
    [{ exclusiveMinimum: safest, minimum: 2 }, { minimum: 2 }, { minimum: 2 }],
  ])('with the bounds %j', (bounds, integer, number) => {
    expect(reduced({ type: 'integer', ...bounds })).toStrictEqual({ type: 'integer', ...integer })
    expect(reduced({ type: 'number', ...bounds })).toStrictEqual({ type: 'number', ...number })
  })

  test.each<readonly [schema: JsonObject, field: JsonObject]>([
    [
      { enum: ['r', 'b'], enumNames: ['Red'] },
      { type: 'string', enum: ['r', 'b'], enumNames: ['Red', 'b'] },
    ],
    [
      { enum: ['r', 'r'], enumNames: ['Red', 'Rot'] },
      { type: 'string', enum: ['r'], enumNames: ['Red'] },
    ],
    [
      { enum: ['r'], enumNames: [5] },
      { type: 'string', enum: ['r'] },
    ],
    [
      { enum: ['r'], enumNames: 'Red' },
      { type: 'string', enum: ['r'] },
    ],
    [
      { oneOf: [{ const: 'r', title: 'Red' }, { const: 'b' }] },
      {
        type: 'string',
        oneOf: [
          { const: 'r', title: 'Red' },
          { const: 'b', title: 'b' },
        ],
      },
    ],
    [
      {
        anyOf: [
          { const: 'r', title: 'Red' },
          { const: 'r', title: 'Rot' },
        ],
      },
      { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
    ],
    [
      { type: 'array', items: { oneOf: [{ const: 'r', title: 'Red' }, { const: 'b' }] } },
      {
        type: 'array',
        items: {
          anyOf: [
            { const: 'r', title: 'Red' },
            { const: 'b', title: 'b' },
          ],
        },
      },
    ],
  ])('with the titles of %j', (schema, field) => {
    expect(reduced(schema)).toStrictEqual(field)
  })

  test.each<readonly [schema: JsonObject, value: unknown]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', format: 'email' }, 'nobody'],
    [{ type: 'integer' }, 0],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, ['b']],
    [{ enum: ['a', 'b'] }, 'b'],
  ])('of %j with the default %j', (schema, value) => {
    expect(reduced({ ...schema, default: value })).toStrictEqual({ ...reduced(schema), default: value })
    expect(reduced({ ...schema, title: 'T', default: value })).toMatchObject({ title: 'T', default: value })
  })
})

describe('a property cannot be a field', () => {
  const nullable = 'it may be null; make the field optional instead'
  const union = 'it is a union of other things than constants'
  const typeless = 'its schema must have a type: string, number, integer, boolean, or an array of choices'
  const choiceless = 'an array must have choices as items: strings of an enum'

  test.each<readonly [schema: unknown, problem: string]>([
    [false, 'its schema must be an object'],
    [{ title: 'T' }, typeless],
    [{ type: 'null' }, nullable],
    [{ type: ['null', 'string'] }, nullable],
    [{ type: ['string', 'boolean'] }, union],
    [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, nullable],
    [{ type: 'string', oneOf: [{ minLength: 3 }, { maxLength: 1 }] }, union],
    [{ type: 'string', anyOf: [true, { maxLength: 1 }] }, union],
    [{ const: null }, nullable],
    [{ enum: [true, 'a'] }, 'choices must be strings'],
    [{ enum: ['a', 5] }, 'choices must be strings'],
    [{ enum: [] }, 'it has no choices'],
    [{ type: 'array', items: { enum: [] } }, 'it has no choices'],
    [{ type: 'array', items: { enum: [true, false] } }, 'choices must be strings'],
    [{ type: 'array', items: true }, choiceless],
    [{ type: 'array', items: [], prefixItems: [true] }, 'it is a tuple'],
    [{ type: 'array', items: { enum: ['a'] }, prefixItems: [true] }, 'it is a tuple'],
    [{ type: 'string', default: null }, 'its default must be a string'],
    [{ type: 'integer', minimum: 1, default: 0 }, 'its default must be at least 1'],
    [{ type: 'array', items: { enum: ['a'] }, default: ['b'] }, 'its default must hold only the choices offered'],
    [{ type: 'string', writeOnly: true }, 'a form must not ask for secrets; use elicitUrl'],
  ])('with the schema %j: %s', (schema, problem) => {
    expect(() => reduced(schema)).toThrow(new TypeError(`a form cannot ask for "a": ${problem}`))
  })

  test('and is named as it is', () => {
    expect(() => reduced({}, 'a "b"')).toThrow(new TypeError(`a form cannot ask for "a \\"b\\"": ${typeless}`))
  })
})
