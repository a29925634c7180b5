import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { Effect, Schema as EffectSchema } from 'effect'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonSchema } from './json-schema.js'
import { toJsonSchema } from './to-json-schema.js'

const city = { type: 'string' }

/** Values that the compiler would refuse, as plain JavaScript may pass them. */
function convert(schema: unknown, side: 'input' | 'output' = 'input'): unknown {
  return toJsonSchema(schema as never, side)
}

describe('toJsonSchema', () => {
  it.each([
    ['zod', z.object({ city: z.string() }), { type: 'object', properties: { city }, required: ['city'] }],
    ['arktype', type({ city: 'string' }), { type: 'object', properties: { city }, required: ['city'] }],
    [
      'valibot',
      toStandardJsonSchema(v.object({ city: v.string() })),
      { type: 'object', properties: { city }, required: ['city'] },
    ],
    [
      'effect',
      effect(EffectSchema.Struct({ city: EffectSchema.String })),
      { type: 'object', properties: { city }, required: ['city'], additionalProperties: true },
    ],
    ['jsonSchema()', jsonSchema({ type: 'object', properties: { city } }), { type: 'object', properties: { city } }],
    [
      'a JSON Schema literal',
      { type: 'object', properties: { city } } as const,
      { type: 'object', properties: { city } },
    ],
  ])('converts %s', (_name, schema, document) => {
    expect(toJsonSchema(schema, 'input')).toEqual(document)
  })

  it('tells what is accepted from what is given', () => {
    const schema = z.object({ days: z.number().default(3) })
    expect(toJsonSchema(schema, 'input')).toEqual({
      type: 'object',
      properties: { days: { type: 'number', default: 3 } },
    })
    expect(toJsonSchema(schema, 'output')).toEqual({
      type: 'object',
      properties: { days: { type: 'number', default: 3 } },
      required: ['days'],
      additionalProperties: false,
    })
  })

  it.each([
    [
      'a union of objects',
      z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b') })]),
    ],
    ['a union inside a union', z.union([z.object({}), z.union([z.object({ a: z.string() }), z.object({})])])],
    ['a recursive object with a name', named()],
  ])('adds type "object" to the root of %s', (_name, schema) => {
    expect(toJsonSchema(schema, 'output')['type']).toBe(undefined)
    expect(toJsonSchema(schema, 'input')['type']).toBe('object')
  })

  it.each([
    ['an array', z.array(z.number()), { type: 'array', items: { type: 'number' } }],
    ['a text', z.string(), { type: 'string' }],
    [
      'a document without type',
      jsonSchema({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('allows %s as the root of an output only', (_name, schema, document) => {
    expect(toJsonSchema(schema, 'output')).toEqual(document)
    expect(() => toJsonSchema(schema, 'input')).toThrow('the root of an input schema must have type "object"')
  })

  it.each([
    [
      'a raw shape',
      { city: z.string(), days: z.number() },
      'a raw shape is not a schema (city, days): wrap it, z.object({ … })',
    ],
    [
      'a valibot schema without conversion',
      v.object({ a: v.string() }),
      'this valibot schema cannot be converted to JSON Schema: wrap it, toStandardJsonSchema(schema) of @valibot/to-json-schema',
    ],
    [
      'an effect schema with validation only',
      EffectSchema.toStandardSchemaV1(EffectSchema.Struct({})),
      'this effect schema cannot be converted to JSON Schema: wrap it, Schema.toStandardSchemaV1(Schema.toStandardJSONSchemaV1(schema))',
    ],
    [
      'a bare effect schema',
      EffectSchema.Struct({}),
      'this effect schema is not a Standard Schema: wrap it, Schema.toStandardSchemaV1(Schema.toStandardJSONSchemaV1(schema))',
    ],
    [
      'another vendor without conversion',
      { '~standard': { version: 1, vendor: 'acme', validate: () => ({ value: 1 }) } },
      'this acme schema cannot be converted to JSON Schema',
    ],
    [
      'a document whose root is not an object',
      { type: 'string' },
      'the root of an input schema must have type "object", not "string"; give a JSON Schema literal `type: \'object\'`',
    ],
    [
      'a document without a root type',
      { properties: {} },
      'the root of an input schema must have type "object"; give a JSON Schema literal `type: \'object\'`',
    ],
    [
      'a union that allows null',
      z.union([z.object({}), z.null()]),
      'the root of an input schema must have type "object"; give a JSON Schema literal `type: \'object\'`',
    ],
    [
      'a date',
      z.object({ a: z.date() }),
      'zod cannot convert the input of this schema to JSON Schema: Date cannot be represented in JSON Schema',
    ],
    ['null', null, 'a schema must be a Standard Schema or a JSON Schema object, got null'],
    ['a list', [z.string()], 'a schema must be a Standard Schema or a JSON Schema object, got an array'],
    ['a text', 'string', 'a schema must be a Standard Schema or a JSON Schema object, got "string"'],
    ['a function', () => 1, 'a function is not a schema'],
  ])('refuses %s', (_name, schema, message) => {
    expect(() => convert(schema)).toThrow(new TypeError(message))
  })

  it('keeps the error of the vendor as the cause', () => {
    const schema = z.object({ a: z.string().transform((text) => text.length) })
    expect(convert(schema)).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
    expect(() => convert(schema, 'output')).toThrow(
      expect.objectContaining({
        message:
          'zod cannot convert the output of this schema to JSON Schema: Transforms cannot be represented in JSON Schema',
        cause: expect.objectContaining({ message: 'Transforms cannot be represented in JSON Schema' }),
      }),
    )
  })

  it('keeps the dialect that an author named, and drops the default one that a vendor names', () => {
    const draft07 = 'http://json-schema.org/draft-07/schema#'
    const named = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' }
    expect(z.toJSONSchema(z.looseObject({})).$schema).toBe(named.$schema)
    expect(convert(z.looseObject({}))).toEqual({ type: 'object', properties: {}, additionalProperties: {} })
    expect(convert(named)).toEqual(named)
    expect(convert(jsonSchema(named))).toEqual(named)
    expect(convert({ $schema: draft07, type: 'object' })).toEqual({ $schema: draft07, type: 'object' })
  })

  it('converts once, and gives what nobody can change', () => {
    let conversions = 0
    const jsonSchemaOf = (): Record<string, unknown> => {
      conversions += 1
      return { type: 'object', properties: { a: { enum: [1] } } }
    }
    const schema = {
      '~standard': {
        version: 1,
        vendor: 'acme',
        jsonSchema: { input: jsonSchemaOf, output: jsonSchemaOf },
        validate: () => ({ value: 1 }),
      },
    } as const
    const document = toJsonSchema(schema, 'input')
    expect(toJsonSchema(schema, 'input')).toBe(document)
    expect(conversions).toBe(1)
    expect(Object.isFrozen((document as { properties: { a: { enum: unknown } } }).properties.a.enum)).toBe(true)
  })

  it('gives a copy of a literal', () => {
    const literal = { type: 'object', properties: { a: { type: 'string' } } } as const
    expect(toJsonSchema(literal, 'input')).not.toBe(literal)
    expect(Object.isFrozen(literal)).toBe(false)
  })

  it('keeps a default of an effect schema out of what is required', () => {
    const days = EffectSchema.Finite.pipe(EffectSchema.withDecodingDefaultKey(Effect.succeed(3)))
    expect(toJsonSchema(effect(EffectSchema.Struct({ days })), 'input')['required']).toBe(undefined)
    expect(toJsonSchema(effect(EffectSchema.Struct({ days })), 'output')['required']).toEqual(['days'])
  })
})

function effect<S extends Parameters<typeof EffectSchema.toStandardJSONSchemaV1>[0]>(schema: S) {
  return EffectSchema.toStandardSchemaV1(EffectSchema.toStandardJSONSchemaV1(schema) as never) as never
}

function named() {
  const node = z.object({
    value: z.string(),
    get children() {
      return z.array(node)
    },
  })
  return z.lazy(() => node.meta({ id: 'SchemaTestNode' }))
}
