import * as official from 'mcp-sdk-current/server/zod-compat.js'
import * as officialJson from 'mcp-sdk-current/server/zod-json-schema-compat.js'
import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import * as mini from 'zod/v4-mini'
import { CallToolRequestSchema } from '../types.js'
import * as own from './zod-compat.js'
import * as ownJson from './zod-json-schema-compat.js'

const three = z3.object({ a: z3.string(), n: z3.number().int().min(1).nullable().optional() })
const four = z.object({ a: z.string(), n: z.number().int().min(1).nullable().optional() })
const small = mini.object({ a: mini.string() })

const schemas: readonly (readonly [string, unknown])[] = [
  ['an object of zod 3', three],
  ['an object of zod 4', four],
  ['an object of zod mini', small],
  ['a strict object', four.strict()],
  ['a refined object of zod 3', three.refine(() => true)],
  ['a refined object of zod 4', four.refine(() => true)],
  ['a transformed object', four.transform((value) => value)],
  ['an optional object', four.optional()],
  ['a text of zod 3', z3.string().describe('text')],
  ['a text of zod 4', z.string().describe('text')],
  ['an optional text of zod 3', z3.string().optional()],
  ['an optional text of zod 4', z.string().optional()],
  ['a text with a default of zod 3', z3.string().default('x')],
  ['a text with a default of zod 4', z.string().default('x')],
  ['a literal of zod 3', z3.literal('l')],
  ['a literal of zod 4', z.literal('l')],
  ['several literals', z.literal(['l', 'm'])],
  ['an enum of zod 3', z3.enum(['l', 'm'])],
  ['a union', z.union([four, four])],
  ['anything', z.any()],
]

/** The value of a function, or the message of its error. */
function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return `thrown: ${(error as Error).message}`
  }
}

type Compat = Pick<
  typeof own,
  | 'isZ4Schema'
  | 'getObjectShape'
  | 'normalizeObjectSchema'
  | 'isSchemaOptional'
  | 'getLiteralValue'
  | 'getSchemaDescription'
  | 'safeParse'
  | 'safeParseAsync'
>

describe('of a schema is read what the official SDK reads', () => {
  test.each(schemas)('%s', async (_, schema) => {
    const read = async (module: Compat) => {
      const given = schema as own.AnySchema
      return {
        isFour: module.isZ4Schema(given),
        shape: Object.keys(module.getObjectShape(given) ?? {}),
        normal: module.normalizeObjectSchema(given),
        isOptional: module.isSchemaOptional(given),
        literal: module.getLiteralValue(given),
        description: module.getSchemaDescription(given),
        parsed: JSON.stringify([{ a: 'x' }, { a: 1 }, 'l', undefined].map((value) => module.safeParse(given, value))),
        parsedLater: JSON.stringify(await module.safeParseAsync(given, { a: 'x', other: 1 })),
      }
    }
    expect(await read(own)).toEqual(await read(official as unknown as Compat))
  })
})

const shapes: readonly (readonly [string, unknown])[] = [
  ['no members', {}],
  ['members of zod 3', { a: z3.string() }],
  ['members of zod 4', { a: z.string() }],
  ['members of both', { a: z3.string(), b: z.string() }],
  ['a member that is no schema', { a: 1 }],
  ['a JSON Schema', { type: 'object', properties: {} }],
  ['nothing', undefined],
  ['a function that has members', Object.assign(() => {}, { a: z.string() })],
  ['a text', 'a'],
]

describe('an object schema is made of members as there', () => {
  test.each(shapes)('%s', (_, shape) => {
    const make = (module: Pick<typeof own, 'normalizeObjectSchema' | 'safeParse'>) =>
      outcome(() => {
        const schema = module.normalizeObjectSchema(shape as own.ZodRawShapeCompat)
        return schema && [{ a: 'x', c: 1 }, { a: 1 }].map((value) => module.safeParse(schema, value))
      })
    expect(JSON.stringify(make(own))).toBe(JSON.stringify(make(official as unknown as typeof own)))
  })
})

test.each([
  three.safeParse({}).error,
  four.safeParse({}).error,
  z.string().safeParse(1).error,
  z.object({ list: z.array(z.object({ a: z.tuple([z.string()]) })) }).safeParse({ list: [{ a: [1] }] }).error,
  z.array(z.string()).safeParse([1]).error,
  new Error('plain'),
  ...['text', { message: 'm' }, null, undefined, { issues: [] }, 5, { a: 1 }],
])('the message of an error is the same: %s', (error) => {
  expect(own.getParseErrorMessage(error)).toBe(official.getParseErrorMessage(error))
})

const documents: readonly (readonly [string, unknown])[] = [
  ...schemas.filter(([name]) => name.includes('object')),
  [
    'many kinds of zod 3',
    z3.object({
      text: z3.string().email().min(1).max(5).describe('d'),
      list: z3.array(z3.enum(['a', 'b'])).nonempty(),
      union: z3.union([z3.string(), z3.number()]),
      record: z3.record(z3.string(), z3.boolean()),
      tuple: z3.tuple([z3.string(), z3.number()]),
      literal: z3.literal(5).optional(),
      nullable: z3.string().nullable(),
      nested: z3.object({ deep: z3.date() }).passthrough(),
      fallback: z3.number().default(3),
      effect: z3.preprocess((value) => value, z3.string()),
      intersection: z3.intersection(z3.object({ a: z3.string() }), z3.object({ b: z3.string() })),
    }),
  ],
]

describe('the JSON Schema is the same', () => {
  test.each(documents)('of %s', (_, schema) => {
    const write = ({ toJsonSchemaCompat }: Pick<typeof ownJson, 'toJsonSchemaCompat'>) =>
      [
        undefined,
        { pipeStrategy: 'output' as const },
        { target: 'draft-2020-12' as const },
        { target: 'jsonSchema7' as const },
      ].map((options) => outcome(() => JSON.stringify(toJsonSchemaCompat(schema as own.AnyObjectSchema, options))))
    expect(write(ownJson)).toEqual(write(officialJson as unknown as typeof ownJson))
  })
})

test.each([
  ['of zod 4', z.object({ method: z.literal('m') })],
  ['of zod 3', z3.object({ method: z3.literal('m') })],
  ['of the protocol', CallToolRequestSchema],
  ['without one', z.object({})],
  ['with any', z.object({ method: z.string() })],
  ['that is no object', z.string()],
])('the method of a schema %s is the same', (_, schema) => {
  expect(outcome(() => ownJson.getMethodLiteral(schema))).toEqual(
    outcome(() => officialJson.getMethodLiteral(schema as never)),
  )
  expect(outcome(() => ownJson.parseWithCompat(schema, { method: 5 }))).toEqual(
    outcome(() => officialJson.parseWithCompat(schema as never, { method: 5 })),
  )
})
