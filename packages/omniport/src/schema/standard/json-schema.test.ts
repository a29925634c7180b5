import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Input, JsonSchema, Output } from '../schema.js'
import { SchemaError } from '../schema-error.js'
import { jsonSchema } from './json-schema.js'

describe('jsonSchema', () => {
  it('is a Standard Schema with JSON Schema conversion', () => {
    const standard = jsonSchema({ type: 'array' })['~standard']
    expect([standard.version, standard.vendor]).toEqual([1, 'omniport'])
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })).toEqual({ type: 'array' })
    expect(standard.jsonSchema.output({ target: 'draft-2020-12' })).toEqual({ type: 'array' })
  })

  it('validates, asynchronously the first time only', async () => {
    const { validate } = jsonSchema<{ a: number }>({ properties: { a: { type: 'number', default: 1 } } })['~standard']
    expect(validate({})).toBeInstanceOf(Promise)
    await validate({})
    expect(validate({})).toEqual({ value: { a: 1 } })
    expect(validate({ a: 'x' })).toEqual({ issues: [{ path: ['a'], message: 'must be a number' }] })
  })

  it('refuses a bad document at once', () => {
    expect(() => jsonSchema({ type: 'text' })).toThrow(SchemaError)
    expect(() => jsonSchema([])).toThrow('a schema must be an object, true or false')
  })

  it('does not see later changes of the document', async () => {
    const document: Record<string, unknown> = { type: 'string' }
    const { validate } = jsonSchema(document)['~standard']
    document['type'] = 'number'
    expect(await validate('a')).toEqual({ value: 'a' })
  })

  it('has the type that it is given', () => {
    const typed = jsonSchema<{ a: string }>({})
    expectTypeOf<Output<typeof typed>>().toEqualTypeOf<{ a: string }>()
    expectTypeOf<Input<typeof typed>>().toEqualTypeOf<{ a: string }>()
    const untyped = jsonSchema({})
    expectTypeOf<Output<typeof untyped>>().toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf<Output<JsonSchema>>().toEqualTypeOf<Record<string, unknown>>()
  })
})
