import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z4 from 'zod/v4'
import type { AnySchema } from '../server/zod-compat.js'
import { hasMoreElements, parseMaxElements } from './count-elements.js'
import { parseValue } from './parses-at-once.js'

/** True if a value is parsed without a promise. */
function isAtOnce(schema: unknown, value: unknown): boolean {
  const outcome = parseValue(schema as AnySchema, value)
  if (outcome instanceof Promise) outcome.catch(() => {})
  return !(outcome instanceof Promise)
}

const colours = { red: 'red' } as const

describe('what is parsed at once', () => {
  test.each<[string, unknown, unknown]>([
    ['a string', z4.string(), 'a'],
    ['a number', z4.number(), 1],
    ['a whole number', z4.int(), 1],
    ['a flag', z4.boolean(), true],
    ['a bigint', z4.bigint(), 1n],
    ['a date', z4.date(), new Date()],
    ['null', z4.null(), null],
    ['undefined', z4.undefined(), undefined],
    ['anything', z4.any(), 1],
    ['what is unknown', z4.unknown(), 1],
    ['nothing', z4.never(), 1],
    ['void', z4.void(), undefined],
    ['a literal', z4.literal('a'), 'a'],
    ['a choice', z4.enum(['a']), 'a'],
    ['a symbol', z4.symbol(), Symbol('a')],
    ['NaN', z4.nan(), Number.NaN],
    ['a bounded string', z4.string().min(1).max(5).regex(/a/).email(), 'a'],
    ['an object', z4.object({ a: z4.string() }), {}],
    ['an object with more', z4.object({}).catchall(z4.string()), {}],
    ['a list', z4.array(z4.string()).min(1), []],
    ['a tuple', z4.tuple([z4.string()]), []],
    ['a tuple with a rest', z4.tuple([z4.string()], z4.number()), []],
    ['a record', z4.record(z4.string(), z4.number()), {}],
    ['a union', z4.union([z4.string(), z4.number()]), 'a'],
    ['an intersection', z4.intersection(z4.object({}), z4.object({})), {}],
    ['what may be absent', z4.string().optional(), undefined],
    ['what may be null', z4.string().nullable(), null],
    ['what must be there', z4.string().optional().nonoptional(), 'a'],
    ['a default', z4.string().default('a'), undefined],
    ['a default before', z4.string().prefault('a'), undefined],
    ['what is frozen', z4.object({}).readonly(), {}],
    ['a string of Zod 3', z3.string().min(1), 'a'],
    ['a number of Zod 3', z3.number(), 1],
    ['a flag of Zod 3', z3.boolean(), true],
    ['a bigint of Zod 3', z3.bigint(), 1n],
    ['a date of Zod 3', z3.date(), new Date()],
    ['null of Zod 3', z3.null(), null],
    ['undefined of Zod 3', z3.undefined(), undefined],
    ['anything of Zod 3', z3.any(), 1],
    ['what is unknown to Zod 3', z3.unknown(), 1],
    ['nothing of Zod 3', z3.never(), 1],
    ['void of Zod 3', z3.void(), undefined],
    ['a literal of Zod 3', z3.literal('a'), 'a'],
    ['a choice of Zod 3', z3.enum(['a']), 'a'],
    ['an enum of Zod 3', z3.nativeEnum(colours), 'red'],
    ['a symbol of Zod 3', z3.symbol(), Symbol('a')],
    ['NaN of Zod 3', z3.nan(), Number.NaN],
    ['an object of Zod 3', z3.object({ a: z3.string() }).catchall(z3.number()), {}],
    ['a list of Zod 3', z3.array(z3.string()), []],
    ['a tuple of Zod 3', z3.tuple([z3.string()]).rest(z3.number()), []],
    ['a record of Zod 3', z3.record(z3.string()), {}],
    ['a union of Zod 3', z3.union([z3.string(), z3.number()]), 'a'],
    ['an intersection of Zod 3', z3.intersection(z3.object({}), z3.object({})), {}],
    ['what may be absent of Zod 3', z3.string().optional(), undefined],
    ['what may be null of Zod 3', z3.string().nullable(), null],
    ['a default of Zod 3', z3.string().default('a'), undefined],
    ['what is frozen of Zod 3', z3.object({}).readonly(), {}],
  ])('%s', (_what, schema, value) => {
    expect([isAtOnce(schema, value), isAtOnce(schema, value)]).toEqual([true, true])
  })
})

describe('what may take its time', () => {
  const refined = z4.string().refine(async () => true)
  const refined3 = z3.string().refine(async () => true)
  test.each<[string, unknown, unknown]>([
    ['a refinement', refined, 'a'],
    ['a transform', z4.string().transform(async (text) => text), 'a'],
    ['a change in place', z4.string().trim(), 'a'],
    ['a pipe', z4.string().pipe(z4.string()), 'a'],
    ['a member', z4.object({ a: refined }), { a: 'b' }],
    ['what else an object has', z4.object({}).catchall(refined), { a: 'b' }],
    ['an item', z4.array(refined), ['a']],
    ['an item of a tuple', z4.tuple([refined]), ['a']],
    ['the rest of a tuple', z4.tuple([z4.string()], refined), ['a', 'b']],
    ['the name of a record', z4.record(refined, z4.string()), {}],
    ['the value of a record', z4.record(z4.string(), refined), {}],
    ['one of a union', z4.union([z4.number(), refined]), 'a'],
    ['the first of two', z4.intersection(refined, z4.string()), 'a'],
    ['the second of two', z4.intersection(z4.string(), refined), 'a'],
    ['the inside', refined.optional().nullable().default('a'), 'a'],
    ['what must be there', refined.optional().nonoptional(), 'a'],
    ['a default before', refined.prefault('a'), 'a'],
    ['what is frozen', refined.readonly(), 'a'],
    ['what is caught', z4.string().catch('a'), 'a'],
    ['a refinement of Zod 3', refined3, 'a'],
    ['a member of Zod 3', z3.object({ a: refined3 }), { a: 'b' }],
    ['what else an object of Zod 3 has', z3.object({}).catchall(refined3), { a: 'b' }],
    ['an item of Zod 3', z3.array(refined3), ['a']],
    ['an item of a tuple of Zod 3', z3.tuple([refined3]), ['a']],
    ['the rest of a tuple of Zod 3', z3.tuple([]).rest(refined3), ['a']],
    ['the name of a record of Zod 3', z3.record(refined3, z3.string()), {}],
    ['the value of a record of Zod 3', z3.record(refined3), { a: 'b' }],
    ['one of a union of Zod 3', z3.union([z3.number(), refined3]), 'a'],
    ['the first of two of Zod 3', z3.intersection(refined3, z3.string()), 'a'],
    ['the second of two of Zod 3', z3.intersection(z3.string(), refined3), 'a'],
    ['what may be absent of Zod 3', refined3.optional(), 'a'],
    ['what may be null of Zod 3', refined3.nullable(), 'a'],
    ['a default of Zod 3', refined3.default('a'), 'a'],
    ['what is frozen of Zod 3', refined3.readonly(), 'a'],
  ])('%s', (_what, schema, value) => {
    expect(isAtOnce(schema, value)).toBe(false)
  })

  test('what contains itself', () => {
    const tree: z4.ZodType = z4.object({
      get children() {
        return z4.array(tree)
      },
    })
    expect(isAtOnce(tree, { children: [] })).toBe(false)
  })
})

test('the outcome is the same either way', async () => {
  expect(parseValue(z4.object({ a: z4.number() }) as AnySchema, { a: 1, b: 2 })).toEqual({
    success: true,
    data: { a: 1 },
  })
  expect(await parseValue(z4.string().refine(async () => true) as AnySchema, 'a')).toEqual({ success: true, data: 'a' })
  expect(await parseValue(z4.string() as AnySchema, 5)).toMatchObject({ success: false })
})

test.each<[unknown, number, boolean]>([
  ['text', 0, false],
  [null, 0, false],
  [[], 0, false],
  [[1], 0, true],
  [[1, 2], 2, false],
  [[1, [2]], 2, true],
  [{ a: { b: [1] } }, 3, false],
  [{ a: { b: [1] } }, 2, true],
])('%j has more than %i elements: %s', (value, max, expected) => {
  expect(hasMoreElements(value, max)).toBe(expected)
})

describe('the limit of elements', () => {
  test.each([
    [undefined, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1, 1],
    [1.5, 1.5],
  ])('%s is %s', (value, expected) => {
    expect(parseMaxElements(value)).toBe(expected)
  })

  test.each([[0], [0.9], [-1], [Number.NaN], ['1'], [null]])('%s is none', (value) => {
    expect(() => parseMaxElements(value)).toThrow(
      new RangeError(`maxToolInputElements must be a number of at least 1, or Infinity, got ${value}`),
    )
  })
})
