import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { Schema as EffectSchema } from 'effect'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import type { AnySchema } from '../schema.js'
import { SchemaError } from '../schema-error.js'
import { jsonSchema } from '../standard/json-schema.js'
import { createForm } from './create-form.js'

const titled = [
  { const: 'r', title: 'Red' },
  { const: 'b', title: 'Blue' },
]

const zodUnion = z.union([z.literal('r').meta({ title: 'Red' }), z.literal('b').meta({ title: 'Blue' })])

/** The fields of a form of one property `a`. */
const field = (schema: unknown) =>
  createForm({ type: 'object', properties: { a: schema } }).requestedSchema['properties']

describe('a form of a schema of', () => {
  test('zod', () => {
    verifies('ELI-10', 'ELI-11', 'ELI-12', 'ELI-14')
    const schema = z.strictObject({
      name: z
        .string()
        .min(1)
        .max(5)
        .regex(/^[A-Z]/)
        .meta({ title: 'Name', description: 'Yours' })
        .default('Ada'),
      email: z.email(),
      home: z.url().optional(),
      day: z.iso.date(),
      time: z.iso.datetime(),
      id: z.uuid(),
      age: z.int(),
      share: z.number().min(0).max(1).default(0.5),
      above: z.number().gt(0).lt(9.5),
      count: z.int().gt(0).lt(10),
      ok: z.boolean().default(false),
      terms: z.literal(true),
      size: z.enum(['s', 'l']).default('s'),
      only: z.literal('x'),
      colour: zodUnion,
      tags: z
        .array(z.enum(['a', 'b']))
        .min(1)
        .max(2)
        .default(['a']),
      colours: z.array(zodUnion),
    })
    expect(createForm(schema).requestedSchema).toStrictEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 5, title: 'Name', description: 'Yours', default: 'Ada' },
        email: { type: 'string', format: 'email' },
        home: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        time: { type: 'string', format: 'date-time' },
        id: { type: 'string' },
        age: { type: 'integer' },
        share: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
        above: { type: 'number', minimum: 0, maximum: 9.5 },
        count: { type: 'integer', minimum: 1, maximum: 9 },
        ok: { type: 'boolean', default: false },
        terms: { type: 'boolean' },
        size: { type: 'string', enum: ['s', 'l'], default: 's' },
        only: { type: 'string', enum: ['x'] },
        colour: { type: 'string', oneOf: titled },
        tags: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
        colours: { type: 'array', items: { anyOf: titled } },
      },
      required: [...['email', 'day', 'time', 'id', 'age', 'above', 'count'], ...['terms', 'only', 'colour', 'colours']],
    })
  })

  test('zod with parts that are used twice', () => {
    const size = z.enum(['s', 'l']).meta({ id: 'Size' })
    const schema = z.object({ a: size, b: size.default('s').describe('B'), c: z.array(size) })
    expect(createForm(schema).requestedSchema).toStrictEqual({
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['s', 'l'] },
        b: { type: 'string', enum: ['s', 'l'], description: 'B', default: 's' },
        c: { type: 'array', items: { type: 'string', enum: ['s', 'l'] } },
      },
      required: ['a', 'c'],
    })
  })

  test('arktype', () => {
    const schema = type({
      name: '1<=string<=5',
      mail: 'string.email',
      'age?': 'number.integer',
      ok: 'boolean',
      size: "'l'|'s'",
      tags: "('a'|'b')[]",
    })
    expect(createForm(schema).requestedSchema).toStrictEqual({
      type: 'object',
      properties: {
        mail: { type: 'string', format: 'email' },
        name: { type: 'string', minLength: 1, maxLength: 5 },
        ok: { type: 'boolean' },
        size: { type: 'string', enum: ['l', 's'] },
        tags: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
        age: { type: 'integer' },
      },
      required: ['mail', 'name', 'ok', 'size', 'tags'],
    })
  })

  test('valibot', () => {
    const colour = v.union([v.pipe(v.literal('r'), v.title('Red')), v.pipe(v.literal('b'), v.title('Blue'))])
    const schema = v.object({
      name: v.pipe(v.string(), v.nonEmpty(), v.title('Name')),
      day: v.optional(v.pipe(v.string(), v.isoDate())),
      colour,
      tags: v.pipe(v.array(v.picklist(['a', 'b'])), v.minLength(1)),
    })
    expect(createForm(toStandardJsonSchema(schema)).requestedSchema).toStrictEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 1, title: 'Name' },
        day: { type: 'string', format: 'date' },
        colour: { type: 'string', oneOf: titled },
        tags: { type: 'array', minItems: 1, items: { type: 'string', enum: ['a', 'b'] } },
      },
      required: ['name', 'colour', 'tags'],
    })
  })

  test('effect', () => {
    const struct = EffectSchema.Struct({
      name: EffectSchema.optionalKey(EffectSchema.String),
      age: EffectSchema.Int,
      size: EffectSchema.Literals(['s', 'l']),
    })
    const schema = EffectSchema.toStandardSchemaV1(EffectSchema.toStandardJSONSchemaV1(struct))
    expect(createForm(schema).requestedSchema).toStrictEqual({
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' }, size: { type: 'string', enum: ['s', 'l'] } },
      required: ['age', 'size'],
    })
  })

  test('JSON Schema', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'A form',
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['r', 'b'], enumNames: ['Red', 'Blue'] },
        b: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'x' }] },
        c: { allOf: [{ $ref: '#/$defs/day' }], minLength: 2 },
        d: { type: ['number'], multipleOf: 5 },
      },
      required: ['d', 'a'],
      additionalProperties: false,
      $defs: { day: { type: 'string', format: 'date', minLength: 1, title: 'Day' } },
    } as const
    const expected = {
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['r', 'b'], enumNames: ['Red', 'Blue'] },
        b: {
          type: 'string',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'x', title: 'x' },
          ],
        },
        c: { type: 'string', minLength: 2, format: 'date', title: 'Day' },
        d: { type: 'number' },
      },
      required: ['d', 'a'],
    }
    expect(createForm(schema).requestedSchema).toStrictEqual(expected)
    expect(createForm(jsonSchema(schema)).requestedSchema).toStrictEqual(expected)
  })

  test('several objects in one', () => {
    const part = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] })
    const { requestedSchema } = createForm({ type: 'object', allOf: [part('a'), part('b')] })
    expect(Object.keys(requestedSchema['properties'] as object)).toStrictEqual(['a', 'b'])
    expect(requestedSchema).toStrictEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
    })
  })
})

describe('a form', () => {
  test('is frozen, and a copy', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', default: 'x' } } } as const
    const { requestedSchema } = createForm(schema)
    expect(Object.isFrozen(requestedSchema)).toBe(true)
    expect(Object.isFrozen((requestedSchema['properties'] as { a: object }).a)).toBe(true)
    expect(Object.isFrozen(schema.properties)).toBe(false)
  })

  test('has fields of any name', () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}}')
    const { requestedSchema } = createForm({ type: 'object', properties, required: ['__proto__'] })
    expect(JSON.stringify(requestedSchema)).toBe(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}},"required":["__proto__"]}',
    )
  })

  test.each([
    [{ anyOf: [{ type: 'boolean' }] }, { type: 'boolean' }],
    [{ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, { type: 'string', enum: ['a', 'b', 'c'] }],
    [{ enum: ['a', 'a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    [
      { const: 'a', title: 'A' },
      { type: 'string', enum: ['a'], title: 'A' },
    ],
    [{ oneOf: [{ const: true }, { const: false }] }, { type: 'boolean' }],
    [
      { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 5 },
      { type: 'integer', maximum: 5 },
    ],
    [
      { type: 'integer', minimum: 3, exclusiveMinimum: 1.5 },
      { type: 'integer', minimum: 3 },
    ],
    [
      { type: 'array', uniqueItems: true, items: { enum: ['a'], enumNames: ['A'] } },
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
    ],
  ])('asks for %j as %j', (schema, expected) => {
    expect(field(schema)).toStrictEqual({ a: expected })
  })

  const nullable = 'it may be null; make the field optional instead'
  const typeless = 'its schema must have a type: string, number, integer, boolean, or an array of choices'

  test.each([
    [true, 'its schema must be an object'],
    [{}, typeless],
    [{ type: 'null' }, nullable],
    [{ type: ['string', 'null'] }, nullable],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, nullable],
    [{ enum: ['a', null] }, nullable],
    [{ oneOf: [{ const: 'a' }, { type: 'null' }] }, nullable],
    [{ type: ['string', 'number'] }, 'it is a union of other things than constants'],
    [{ anyOf: [{ type: 'string' }, { const: 1 }] }, 'it is a union of other things than constants'],
    [{ type: 'object', properties: { b: { type: 'string' } } }, 'it is an object, but a form is flat'],
    [{ enum: [1, 2] }, 'choices must be strings'],
    [{ enum: ['a', true] }, 'choices must be strings'],
    [{ enum: [] }, 'it has no choices'],
    [{ type: 'array' }, 'an array must have choices as items: strings of an enum'],
    [{ type: 'array', items: { type: 'string' } }, 'an array must have choices as items: strings of an enum'],
    [{ type: 'array', items: { enum: [1] } }, 'choices must be strings'],
    [{ type: 'array', prefixItems: [{ const: 'a' }] }, 'it is a tuple'],
    [{ type: 'array', items: [{ const: 'a' }] }, 'it is a tuple'],
    [{ type: 'string', default: 1 }, 'its default must be a string'],
    [{ type: 'string', maxLength: 1, default: 'ab' }, 'its default must have at most 1 characters'],
    [{ enum: ['a'], default: 'b' }, 'its default must be one of the choices offered'],
  ])('cannot ask for %j: %s', (schema, problem) => {
    verifies('ELI-10')
    expect(() => field(schema)).toThrow(new TypeError(`a form cannot ask for "a": ${problem}`))
  })

  test.each<readonly [AnySchema]>([
    [z.object({ a: z.string().nullable() })],
    [z.object({ a: z.object({ b: z.string() }) })],
    [z.object({ a: z.array(z.string()) })],
    [z.object({ a: z.tuple([z.literal('a')]) })],
    [z.object({ a: z.any() })],
    [z.object({ a: z.literal(['a', null]) })],
    [type({ a: 'string|null' })],
    [toStandardJsonSchema(v.object({ a: v.nullish(v.string()) }))],
  ])('names the field of a vendor that it cannot have', (schema) => {
    expect(() => createForm(schema)).toThrow(/^a form cannot ask for "a": /)
  })

  test('needs a field', () => {
    const problem = 'a form needs a field: an object schema with at least one property'
    expect(() => createForm(z.object({}))).toThrow(new TypeError(problem))
    expect(() => createForm(z.record(z.string(), z.string()))).toThrow(new TypeError(problem))
    expect(() => createForm(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))).toThrow(
      new TypeError(problem),
    )
  })

  test('requires its properties only', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'toString'] } as const
    expect(() => createForm(schema)).toThrow(new TypeError('a form cannot require "toString": it is not a property'))
  })

  test('is refused like any schema', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/properties/a' } } } as const
    expect(() => createForm(schema)).toThrow(SchemaError)
    expect(() => createForm(z.object({ a: z.string() }), { schemaBytes: 10 })).toThrow(SchemaError)
  })
})

describe('a secret', () => {
  const secret = (name: string, schema: object) =>
    createForm({ type: 'object', properties: { [name]: { type: 'string', ...schema } } })

  test.each([
    ['a', { writeOnly: true }],
    ['a', { format: 'password' }],
    ['password', {}],
    ['API_KEY', {}],
    ['client-secret', {}],
    ['accessToken', {}],
    ['creditCardNumber', {}],
    ['cvv', { type: 'integer' }],
  ])('is not asked for as %s %j', (name, schema) => {
    verifies('ELI-06', 'ELI-07')
    expect(() => secret(name, schema)).toThrow(
      new TypeError(`a form cannot ask for "${name}": a form must not ask for secrets; use elicitUrl`),
    )
  })

  test.each([
    ['passwordHint', {}],
    ['tokens', {}],
    ['secret', { type: 'boolean' }],
    ['creditCard', { enum: ['visa'] }],
  ])('is not %s %j', (name, schema) => {
    expect(Object.keys(secret(name, schema).requestedSchema['properties'] as object)).toStrictEqual([name])
  })
})

describe('an answer', () => {
  test('is checked against the whole schema', async () => {
    verifies('ELI-34')
    const { check } = createForm(z.object({ name: z.string().regex(/^[A-Z]/), ok: z.literal(true) }))
    expect(await check({ name: 'Ada', ok: true })).toStrictEqual({ value: { name: 'Ada', ok: true } })
    const { issues = [] } = await check({ name: 'ada', ok: false })
    expect(issues.map(({ path }) => path)).toStrictEqual([['name'], ['ok']])
  })

  test('has defaults and transforms applied', async () => {
    const schema = z.object({ name: z.string().trim(), size: z.enum(['s', 'l']).default('s') })
    expect(await createForm(schema).check({ name: ' Ada ' })).toStrictEqual({ value: { name: 'Ada', size: 's' } })
    const plain = { type: 'object', properties: { a: { type: 'integer', default: 3 } } } as const
    expect(await createForm(plain).check({})).toMatchObject({ value: { a: 3 } })
  })

  test.each<readonly [string, AnySchema]>([
    ['zod', z.strictObject({ a: z.string() })],
    ['a loose schema', z.looseObject({ a: z.string() })],
    ['JSON Schema', { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }],
  ])('loses what was not asked for (%s)', async (_, schema) => {
    const content = JSON.parse('{"a":"x","b":"y","__proto__":"z","toString":"w"}')
    expect(await createForm(schema).check(content)).toMatchObject({ value: { a: 'x' } })
    expect(await createForm(schema).check(content)).not.toHaveProperty('value.b')
  })

  test('that is absent is a form left empty', async () => {
    const optional = createForm(z.object({ a: z.string().optional() }))
    expect(await optional.check(undefined)).toStrictEqual({ value: {} })
    expect(await createForm(z.object({ a: z.string() })).check(undefined)).toHaveProperty('issues.0.path', ['a'])
    expect(await optional.check('text')).toHaveProperty('issues.0.path', [])
  })
})
