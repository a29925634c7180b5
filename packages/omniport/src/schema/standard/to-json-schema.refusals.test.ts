import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { jsonSchema } from './json-schema.js'
import { toJsonSchema } from './to-json-schema.js'

const newest = 'https://json-schema.org/draft/2020-12/schema'

/** What becomes of the schema of a library that converts as told. */
function converted(convert: unknown, side: 'input' | 'output' = 'output', vendor: unknown = 'acme'): unknown {
  const standard = { version: 1, vendor, validate: () => ({ value: 1 }), jsonSchema: { [side]: convert } }
  return toJsonSchema({ '~standard': standard } as never, side)
}

describe('the document of a library', () => {
  test('is asked for in the newest dialect, and said to be of none', () => {
    const targets: unknown[] = []
    const convert = (options: unknown) => {
      targets.push(options)
      return { $schema: newest, title: 'T' }
    }
    expect([converted(convert), targets]).toEqual([{ title: 'T' }, [{ target: 'draft-2020-12' }]])
  })

  test.each([
    [{ $schema: 'http://json-schema.org/draft-07/schema#', title: 'T' }],
    [{ title: 'T' }],
    [{ $schema: `${newest}#` }],
  ])('stays as it is: %j', (document) => {
    expect(converted(() => document)).toEqual(document)
  })

  test('may be that of a function with members', () => {
    const schema = Object.assign(() => 1, {
      '~standard': { version: 1, vendor: 'acme', jsonSchema: { output: () => ({ type: 'string' }) } },
    })
    expect(toJsonSchema(schema as never, 'output')).toEqual({ type: 'string' })
  })

  test('is one for each side', () => {
    const standard = {
      version: 1,
      vendor: 'acme',
      jsonSchema: { input: () => ({ type: 'object', title: 'in' }), output: () => ({ type: 'object', title: 'out' }) },
    }
    const schema = { '~standard': standard } as never
    expect([toJsonSchema(schema, 'input'), toJsonSchema(schema, 'output'), toJsonSchema(schema, 'input')]).toEqual([
      { type: 'object', title: 'in' },
      { type: 'object', title: 'out' },
      { type: 'object', title: 'in' },
    ])
  })

  test.each([5, null, 'text', [{}], true])('must be an object, not %j', (document) => {
    expect(() => converted(() => document)).toThrow(new TypeError('the JSON Schema of a schema must be an object'))
  })
})

describe('a schema that cannot be converted', () => {
  test.each([
    ['zod', ': zod 4.2 or later can'],
    ['valibot', ': wrap it, toStandardJsonSchema(schema) of @valibot/to-json-schema'],
    ['effect', ': wrap it, Schema.toStandardSchemaV1(Schema.toStandardJSONSchemaV1(schema))'],
    ['acme', ''],
    [undefined, ''],
  ])('of %s is refused with advice: %s', (vendor, advice) => {
    const message = `this ${vendor ?? 'undefined'} schema cannot be converted to JSON Schema${advice}`
    expect(() => toJsonSchema({ '~standard': { vendor } } as never, 'input')).toThrow(new TypeError(message))
    expect(() => toJsonSchema({ '~standard': { vendor, jsonSchema: { input: 5 } } } as never, 'input')).toThrow(
      new TypeError(message),
    )
  })

  test.each([
    [new RangeError('no dates'), 'no dates'],
    ['no dates', 'no dates'],
  ])('is refused with the reason of the library', (cause, reason) => {
    const error = thrownBy(() =>
      converted(() => {
        throw cause
      }, 'input'),
    ) as TypeError
    expect(error).toBeInstanceOf(TypeError)
    expect([error.message, error.cause]).toEqual([
      `acme cannot convert the input of this schema to JSON Schema: ${reason}`,
      cause,
    ])
  })
})

describe('what is no schema', () => {
  const standard = { '~standard': {} }

  test('names three properties of a raw shape', () => {
    const shape = { a: standard, b: Object.assign(() => 1, standard), c: standard, d: standard, e: 5 }
    expect(() => toJsonSchema(shape as never, 'input')).toThrow(
      new TypeError('a raw shape is not a schema (a, b, c): wrap it, z.object({ … })'),
    )
    expect(() => toJsonSchema({ type: 'object', x: null, y: standard } as never, 'input')).toThrow(
      new TypeError('a raw shape is not a schema (y): wrap it, z.object({ … })'),
    )
  })

  test.each([
    [undefined, 'undefined'],
    [5, '5'],
    [true, 'true'],
  ])('is %j', (value, kind) => {
    expect(() => toJsonSchema(value as never, 'input')).toThrow(
      new TypeError(`a schema must be a Standard Schema or a JSON Schema object, got ${kind}`),
    )
  })

  test('is a function without a conversion', () => {
    expect(() => toJsonSchema((() => 1) as never, 'output')).toThrow(new TypeError('a function is not a schema'))
  })
})

test('each conversion of a document is a copy of its own', () => {
  const { input, output } = jsonSchema({ title: 'T' })['~standard'].jsonSchema
  const target = { target: 'draft-2020-12' } as const
  expect([input(target), output(target)]).toEqual([{ title: 'T' }, { title: 'T' }])
  expect(input(target)).not.toBe(input(target))
})
