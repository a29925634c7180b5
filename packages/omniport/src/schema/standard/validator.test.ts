import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { Effect, Schema as EffectSchema } from 'effect'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { CheckResult } from '../engine.js'
import { formatIssues } from '../format-issues.js'
import { SchemaError } from '../schema-error.js'
import { jsonSchema } from './json-schema.js'
import { createValidator } from './validator.js'

const document = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'number', default: 3 } },
  required: ['city'],
} as const

const effectStruct = EffectSchema.Struct({
  city: EffectSchema.String,
  days: EffectSchema.Finite.pipe(EffectSchema.withDecodingDefaultKey(Effect.succeed(3))),
})

const vendors = [
  ['zod', z.object({ city: z.string(), days: z.number().default(3) })],
  ['arktype', type({ city: 'string', days: 'number = 3' })],
  ['valibot', toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number(), 3) }))],
  ['effect', EffectSchema.toStandardSchemaV1(EffectSchema.toStandardJSONSchemaV1(effectStruct))],
  ['jsonSchema()', jsonSchema<{ city: string; days?: number }>(document)],
  ['a JSON Schema literal', document],
] as const

describe.each(vendors)('a validator of %s', (_name, schema) => {
  it('has a document with an object as its root', () => {
    expect(createValidator(schema, 'input').document['type']).toBe('object')
  })

  it('applies defaults and leaves the value given as it is', async () => {
    const value = { city: 'Oslo' }
    expect(await createValidator(schema, 'input').check(value)).toMatchObject({ value: { city: 'Oslo', days: 3 } })
    expect(value).toEqual({ city: 'Oslo' })
  })

  it('names the property that is wrong', async () => {
    const checked = await createValidator(schema, 'input').check({ city: 5 })
    expect(checked.issues?.map((issue) => issue.path)).toEqual([['city']])
    expect(formatIssues(checked.issues ?? [])).toMatch(/^city\b/)
    expect(formatIssues(checked.issues ?? [])).not.toMatch(/^city:? city/)
  })

  it('is synchronous from the second check on', async () => {
    const validator = createValidator(schema, 'input')
    await validator.check({ city: 'a' })
    expect(validator.check({ city: 'b' })).toMatchObject({ value: { city: 'b', days: 3 } })
    expect(validator.check({})).toMatchObject({ issues: [{ path: ['city'] }] })
  })
})

describe('createValidator', () => {
  it('applies transforms on the way in', () => {
    const schema = z.object({ days: z.coerce.number(), city: z.string().transform((text) => text.toUpperCase()) })
    expect(createValidator(schema, 'input').check({ days: '3', city: 'oslo' })).toEqual({
      value: { days: 3, city: 'OSLO' },
    })
  })

  it('validates what a tool returns from what the schema accepts to what it gives', () => {
    const schema = z.object({ city: z.string(), days: z.number().default(3) })
    const validator = createValidator(schema, 'output')
    expect(validator.document['required']).toEqual(['city', 'days'])
    expect(validator.check({ city: 'Oslo', secret: 1 })).toEqual({ value: { city: 'Oslo', days: 3 } })
  })

  it('keeps unknown properties of plain documents', async () => {
    const validator = createValidator({ type: 'object' }, 'output')
    expect(await validator.check({ a: 1 })).toEqual({ value: { a: 1 } })
  })

  it.each([
    ['keys', [{ key: 'items' }, { key: 2 }, 'name'], ['items', 2, 'name']],
    ['symbols', [Symbol('s'), { key: Symbol('') }], ['s', '']],
    ['nothing', undefined, []],
  ])('normalises paths of %s', (_name, path, expected) => {
    const validator = createValidator(
      foreign(() => ({ issues: [{ message: 'bad', path }] })),
      'input',
    )
    expect(validator.check({})).toEqual({ issues: [{ path: expected, message: 'bad' }] })
  })

  it('waits for an asynchronous vendor', async () => {
    const validator = createValidator(
      foreign(async () => ({ value: 'later' })),
      'input',
    )
    expect(await validator.check({})).toEqual({ value: 'later' })
  })

  it('lets a vendor that throws or rejects through', async () => {
    const broken = new Error('broken')
    const throwing = createValidator(
      foreign(() => {
        throw broken
      }),
      'input',
    )
    expect(() => throwing.check({})).toThrow(broken)
    const rejecting = createValidator(
      foreign(() => Promise.reject(broken)),
      'input',
    )
    await expect(rejecting.check({})).rejects.toBe(broken)
  })

  it('refuses a schema with conversion only', () => {
    expect(() => createValidator(EffectSchema.toStandardJSONSchemaV1(effectStruct) as never, 'input')).toThrow(
      new TypeError('this effect schema cannot validate: it has JSON Schema conversion only'),
    )
  })

  it('refuses a bad document where it is defined, within the limits given', () => {
    expect(() => createValidator({ type: 'object', required: 'a' }, 'input')).toThrow(SchemaError)
    expect(() => createValidator({ type: 'object', properties: { a: { $ref: 'http://a/' } } }, 'input')).toThrow(
      SchemaError,
    )
    expect(() => createValidator(z.object({ a: z.object({}) }), 'input', { subschemas: 2 })).not.toThrow()
    expect(() => createValidator(z.object({ a: z.object({}) }), 'input', { subschemas: 1 })).toThrow(SchemaError)
  })

  it('lets an author use patterns that only the vendor can run', () => {
    const schema = z.object({ a: z.string().regex(/(?<=a)b/) })
    expect(createValidator(schema, 'input').check({ a: 'ab' })).toEqual({ value: { a: 'ab' } })
  })

  it('rejects every check of a document that does not compile', async () => {
    const validator = createValidator({ type: 'object', properties: { a: { pattern: '\\p{sc=Grek}' } } }, 'input')
    await expect(validator.check({})).rejects.toThrow(SchemaError)
    await expect(validator.check({})).rejects.toThrow('JSON Schema refused at /properties/a/pattern')
  })

  it('compiles once for checks that come together', async () => {
    const validator = createValidator(document, 'input')
    const checks: (CheckResult | Promise<CheckResult>)[] = [
      validator.check({ city: 'a' }),
      validator.check({ city: 1 }),
    ]
    expect(await Promise.all(checks)).toEqual([
      { value: { city: 'a', days: 3 } },
      { issues: [{ path: ['city'], message: 'must be a string' }] },
    ])
  })
})

/** A Standard Schema of another vendor. */
function foreign(validate: (value: unknown) => unknown): never {
  const convert = (): object => ({ type: 'object' })
  return {
    '~standard': { version: 1, vendor: 'acme', validate, jsonSchema: { input: convert, output: convert } },
  } as never
}
