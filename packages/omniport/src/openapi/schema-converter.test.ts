import { describe, expect, test } from 'vitest'
import { OpenApiDocument } from './open-api-document.js'
import { Unsupported } from './open-api-error.js'
import { SchemaConverter } from './schema-converter.js'

const converterOf = (schemas: object = {}) =>
  new SchemaConverter(new OpenApiDocument({ openapi: '3.0.0', components: { schemas } }))
const convert = (schema: unknown) => converterOf().convert(schema)

describe('a schema', () => {
  const plain = {
    ...{ type: 'string', enum: ['a'], const: 'a', default: 'a', title: 't', description: 'd', format: 'date' },
    ...{ pattern: 'a', minLength: 1, maxLength: 2, minimum: 1, maximum: 2, multipleOf: 1, minItems: 1, maxItems: 2 },
    ...{ uniqueItems: true, required: ['a'], minProperties: 1, maxProperties: 2, deprecated: true, writeOnly: true },
  }

  test('has the keywords that mean the same everywhere', () => {
    expect(convert({ ...plain, example: 1, discriminator: {}, xml: {}, externalDocs: {} })).toEqual(plain)
  })

  test.each(['items', 'additionalProperties', 'not', 'propertyNames'])('has schemas in it: %s', (name) => {
    expect(convert({ [name]: { type: 'string', nullable: true } })).toEqual({ [name]: { type: ['string', 'null'] } })
    expect(convert({ [name]: false })).toEqual({ [name]: false })
  })

  test.each(['allOf', 'anyOf', 'oneOf', 'prefixItems'])('has lists of schemas in it: %s', (name) => {
    expect(convert({ [name]: [{ type: 'string', nullable: true }, true] })).toEqual({
      [name]: [{ type: ['string', 'null'] }, true],
    })
    expect(convert({ [name]: 'no list' })).toEqual({})
  })

  test('has properties in it', () => {
    const properties = JSON.parse('{"a":{"type":"string","xml":{}},"__proto__":true}') as object
    const converted = convert({ properties }) as { readonly properties: object }
    expect(Object.entries(converted.properties)).toEqual([
      ['a', { type: 'string' }],
      ['__proto__', true],
    ])
    expect(convert({ properties: [] })).toEqual({})
  })

  test.each([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [{ type: 'string', nullable: false }, { type: 'string' }],
    [{ nullable: true }, {}],
    [{ type: ['string'], nullable: true }, { type: ['string'] }],
  ])('may be null: %j', (schema, expected) => {
    expect(convert(schema)).toEqual(expected)
  })

  test.each([
    [
      { minimum: 1, exclusiveMinimum: true },
      { minimum: 1, exclusiveMinimum: 1 },
    ],
    [{ minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    [{ exclusiveMinimum: 2 }, { exclusiveMinimum: 2 }],
    [
      { maximum: 1, exclusiveMaximum: true },
      { maximum: 1, exclusiveMaximum: 1 },
    ],
    [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    [{ exclusiveMaximum: 2 }, { exclusiveMaximum: 2 }],
  ])('has bounds: %j', (schema, expected) => {
    expect(convert(schema)).toEqual(expected)
  })

  test.each([
    [true, true],
    [false, false],
  ])('may be %j', (schema, expected) => {
    expect(convert(schema)).toBe(expected)
  })

  test.each([[null], ['string'], [[]], [5]])('is not %j', (schema) => {
    expect(() => convert(schema)).toThrow(new Unsupported(`a schema must be an object; got ${JSON.stringify(schema)}`))
  })
})

describe('a reference', () => {
  test('is a definition, once for each schema that it leads to', () => {
    const converter = converterOf({
      Pet: {
        properties: { friend: { $ref: '#/components/schemas/Pet' }, name: { $ref: '#/components/schemas/Name' } },
      },
      Name: { type: 'string', example: 'x' },
    })
    expect(converter.convert({ $ref: '#/components/schemas/Pet', description: 'left out' })).toEqual({
      $ref: '#/$defs/schema1',
    })
    expect(converter.convert({ $ref: '#/components/schemas/Name' })).toEqual({ $ref: '#/$defs/schema2' })
    expect(converter.definitions).toEqual({
      schema1: { properties: { friend: { $ref: '#/$defs/schema1' }, name: { $ref: '#/$defs/schema2' } } },
      schema2: { type: 'string' },
    })
  })

  test('has none where there are no references', () => {
    expect(converterOf().definitions).toEqual({})
  })

  test('leads to 200 others at most', () => {
    const schemas = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`S${at}`, {}]))
    const converter = converterOf(schemas)
    const refTo = (at: number) => converter.convert({ $ref: `#/components/schemas/S${at}` })
    for (let at = 0; at < 200; at += 1) refTo(at)
    expect(refTo(0)).toEqual({ $ref: '#/$defs/schema1' })
    expect(() => refTo(200)).toThrow(new Unsupported('its schemas refer to more than 200 others'))
  })
})
