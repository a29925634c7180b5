import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { AnySchema } from '../../schema/schema.js'
import { assertStrings } from './assert-strings.js'

/** What is said of a schema; undefined where it is accepted. */
const refusalOf = (schema: unknown, properties: object = {}) => {
  try {
    assertStrings('p', schema as AnySchema, new Map(Object.entries(properties)))
  } catch (reason) {
    return reason
  }
  return undefined
}

const coerce = (names: string) => new TypeError(`prompt "p": arguments are strings on the wire: coerce ${names}`)

describe('no string is the input of', () => {
  test.each<[string, z.ZodType | mini.ZodMiniType]>([
    ['a number', z.number()],
    ['a number of zod/mini', mini.optional(mini.number())],
    ['a whole number', z.int()],
    ['a number with a check', z.number().min(1)],
    ['a number with a refinement', z.number().refine(() => true)],
    ['a number that may be left out', z.number().optional()],
    ['a number or null', z.number().nullable()],
    ['a number with a default', z.number().default(1)],
    ['a number with a default before its checks', z.number().prefault(1)],
    ['a number that may not be left out', z.number().optional().nonoptional()],
    ['a number that is read only', z.number().readonly()],
    ['a number with a brand', z.number().brand('Age')],
    ['a number that becomes a text', z.number().transform(String)],
    ['a boolean', z.boolean()],
    ['null', z.null()],
    ['a list', z.array(z.string())],
    ['a tuple', z.tuple([z.string()])],
    ['an object', z.object({ a: z.string() })],
    ['a record', z.record(z.string(), z.string())],
    ['a union without texts', z.union([z.number(), z.boolean().optional()])],
    ['a union of objects', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') })])],
  ])('%s', (_name, schema) => {
    expect(refusalOf(z.object({ text: z.string(), a: schema as z.ZodType }))).toEqual(coerce('a'))
  })

  test('several members, in their order', () => {
    expect(refusalOf(z.strictObject({ b: z.number(), c: z.string(), a: z.boolean() }))).toEqual(coerce('b, a'))
  })
})

describe('a string may be the input of', () => {
  const size = z.codec(z.string(), z.number(), { decode: Number, encode: String })

  test.each<[string, z.ZodType]>([
    ['a text', z.string()],
    ['a text with a format', z.email()],
    ['a date as text', z.iso.datetime()],
    ['a text that may be left out', z.string().optional()],
    ['a text with a default', z.string().default('a')],
    ['a coerced number', z.coerce.number()],
    ['a coerced number with checks', z.coerce.number().int().min(100)],
    ['a coerced number that may be left out', z.coerce.number().optional()],
    ['a coerced number with a default', z.coerce.number().default(1)],
    ['a coerced boolean', z.coerce.boolean()],
    ['a boolean as text', z.stringbool()],
    ['a text that becomes a number', z.string().transform(Number)],
    ['a text that is piped into a number', z.string().pipe(z.coerce.number())],
    ['a number after a function', z.preprocess(Number, z.number())],
    ['a list after a function', z.preprocess((text) => String(text).split(','), z.array(z.string()))],
    ['a codec from a text', size],
    ['a number with a value for all else', z.number().catch(1)],
    ['texts to choose from', z.enum(['a', 'b'])],
    ['a text or a number', z.union([z.string(), z.number()])],
    ['a number or a coerced one', z.union([z.number(), z.coerce.number()])],
    ['a literal text', z.literal(['a', 5])],
    ['any', z.any()],
    ['unknown', z.unknown()],
    ['what a function checks', z.custom(() => true)],
    ['what is known later', z.lazy(() => z.number())],
    ['an intersection', z.intersection(z.string(), z.string())],
    ['a template', z.templateLiteral(['a', z.number()])],
    ['JSON', z.json()],
  ])('%s', (_name, schema) => {
    expect(refusalOf(z.object({ a: schema }))).toBeUndefined()
  })
})

test.each<[string, unknown]>([
  ['an object that a function makes', z.preprocess(() => ({ a: 1 }), z.object({ a: z.number() }))],
  ['an object with a value for all else', z.object({ a: z.number() }).catch({ a: 1 })],
  ['a schema of another library', { '~standard': { version: 1 } }],
  ['a definition of another shape', { '~standard': {}, _zod: { def: { type: 'object', shape: null } } }],
  [
    'members of another shape',
    { '~standard': {}, _zod: { def: { type: 'object', shape: { a: { _zod: {} }, b: 5 } } } },
  ],
])('of %s nothing is said', (_name, schema) => {
  expect(refusalOf(schema)).toBeUndefined()
})

describe('whatever a schema is made of', () => {
  const leaves = [
    ...[z.string(), z.number(), z.boolean(), z.null(), z.any(), z.coerce.number(), z.coerce.boolean(), z.stringbool()],
    ...[z.array(z.string()), z.enum(['a', '1']), z.literal(1), z.preprocess(Number, z.number()), z.custom(() => true)],
  ] as const
  const wrap: readonly ((inner: z.ZodType) => z.ZodType)[] = [
    (inner) => inner.optional(),
    (inner) => inner.nullable(),
    (inner) => inner.readonly(),
    (inner) => inner.catch('c'),
    (inner) => inner.transform((value) => value),
    (inner) => inner.refine(() => true),
    (inner) => z.preprocess((value) => JSON.stringify(value), inner),
    (inner) => z.union([inner, z.number()]),
    (inner) => z.union([z.coerce.number(), inner]),
    (inner) => z.lazy(() => inner),
  ]
  const schemas = fc
    .tuple(fc.constantFrom(...leaves), fc.array(fc.constantFrom(...wrap), { maxLength: 4 }))
    .map(([leaf, wrappers]) => wrappers.reduce<z.ZodType>((inner, next) => next(inner), leaf))
  const texts = fc.oneof(fc.string(), fc.constantFrom('', '0', '1', '-2.5', 'true', 'null', '[]', 'a'))

  test('it takes no string if that is said', () => {
    fc.assert(
      fc.property(schemas, texts, (schema, text) => {
        const object = z.object({ a: schema })
        return refusalOf(object) === undefined || !object.safeParse({ a: text }).success
      }),
    )
  })
})

test('a document takes strings where it says no type, or names them', () => {
  const properties = { a: {}, b: true, c: { type: 'string' }, d: { type: ['string', 'null'] } }
  expect(refusalOf({ type: 'object' }, properties)).toBeUndefined()
  const problem = 'prompt "p": arguments: e takes no string, and clients send strings'
  expect(refusalOf({ type: 'object' }, { ...properties, e: { type: ['number', 'null'] } })).toEqual(
    new TypeError(problem),
  )
})
