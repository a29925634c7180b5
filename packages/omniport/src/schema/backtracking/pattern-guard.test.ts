import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { Schema as EffectSchema } from 'effect'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '#test/requirements/verifies.js'
import type { AnySchema } from '../schema.js'
import { createValidator, unsafePatternsOf } from '../standard/validator.js'

/** It would keep a matcher that backtracks busy for hours: 2 to the 49 ways. */
const evil = `${'a'.repeat(49)}!`

const effect = (schema: object) =>
  EffectSchema.toStandardSchemaV1(EffectSchema.toStandardJSONSchemaV1(schema as never) as never) as never

const vendors: readonly (readonly [string, AnySchema])[] = [
  ['zod', z.object({ s: z.string().regex(/^(a+)+$/) })],
  ['valibot', toStandardJsonSchema(v.object({ s: v.pipe(v.string(), v.regex(/^(a+)+$/)) }))],
  ['arktype', type({ s: '/^(a+)+$/' })],
  ['effect', effect(EffectSchema.Struct({ s: EffectSchema.String.check(EffectSchema.isPattern(/^(a+)+$/u)) }))],
]

describe.each(vendors)('an exponential pattern of %s', (_name, schema) => {
  test('never sees a text that would keep it busy', async () => {
    verifies('JSCH-08')
    expect(await createValidator(schema, 'input').check({ s: evil })).toEqual({
      issues: [{ path: ['s'], message: 'is too complex for the pattern "^(a+)+$"' }],
    })
  })

  test('decides about other texts itself, also long ones', async () => {
    const validator = createValidator(schema, 'input')
    expect(await validator.check({ s: 'aaa' })).toEqual({ value: { s: 'aaa' } })
    expect(await validator.check({ s: 'a'.repeat(20_000) })).toMatchObject({ value: {} })
    const { issues } = await validator.check({ s: 'aab' })
    expect(issues?.map(({ path }) => path)).toEqual([['s']])
    expect(issues?.[0]?.message).not.toContain('complex')
  })
})

const pattern = z.string().regex(/^(a+)+$/)

describe('a text is found', () => {
  test.each<[string, AnySchema, unknown, readonly (string | number)[]]>([
    ['in a list', z.object({ a: z.array(pattern) }), { a: ['a', evil] }, ['a', 1]],
    ['in a tuple', z.object({ a: z.tuple([z.number(), pattern]) }), { a: [1, evil] }, ['a', 1]],
    ['after a tuple', z.object({ a: z.tuple([z.number()], pattern) }), { a: [1, 'a', evil] }, ['a', 2]],
    ['in a record', z.record(z.string(), pattern), { x: evil }, ['x']],
    ['as a key', z.record(pattern, z.number()), { [evil]: 1 }, [evil]],
    ['as a key of a loose record', z.looseRecord(pattern, z.number()), { [evil]: 1 }, []],
    ['in unknown members', z.object({}).catchall(pattern), { x: evil }, ['x']],
    ['in a union', z.object({ a: z.union([z.number(), pattern]) }), { a: evil }, ['a']],
    ['in another branch of a union', z.object({ a: z.union([z.string(), pattern.min(1)]) }), { a: evil }, ['a']],
    ['in an intersection', z.object({ a: z.intersection(z.string(), pattern) }), { a: evil }, ['a']],
    [
      'with other patterns',
      z.object({
        a: z
          .string()
          .regex(/a/)
          .regex(/^(a+)+$/),
      }),
      { a: evil },
      ['a'],
    ],
    ['in an optional member', z.object({ a: pattern.optional() }), { a: evil }, ['a']],
    ['before a transform', z.object({ a: pattern.transform((text) => text.length) }), { a: evil }, ['a']],
    [
      'deep in a recursive object',
      tree(),
      { children: [{ children: [{ name: evil, children: [] }] }] },
      ['children', 0, 'children', 0, 'name'],
    ],
  ])('%s', async (_name, schema, value, path) => {
    const { issues } = await createValidator(schema, 'input').check(value)
    expect(issues).toMatchObject([{ path, message: expect.stringMatching(/^is too complex for the pattern/) }])
  })

  test.each<[string, RegExp, string]>([
    ['without regard to case', /^(a+)+$/i, evil.toUpperCase()],
    ['on any line', /^(a+)+$/m, `x\n${evil}`],
    ['across lines', /^(.+\n?)+x$/s, `${'a\n'.repeat(40)}`],
  ])('%s, as flags would', async (_name, expression, text) => {
    const schema = z.object({ a: z.string().regex(expression) })
    expect(await createValidator(schema, 'input').check({ a: text })).toMatchObject({ issues: [{ path: ['a'] }] })
  })

  test('after a change that the library makes first', async () => {
    const schema = z.object({
      a: z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(a+)+$/),
    })
    const validator = createValidator(schema, 'input')
    expect(await validator.check({ a: ' AAA ' })).toEqual({ value: { a: 'aaa' } })
    expect(await validator.check({ a: ` ${evil.toUpperCase()}` })).toMatchObject({
      issues: [{ path: ['a'], message: 'is too complex for the pattern "^(a+)+$"' }],
    })
  })
})

test('all texts of one value share their steps', async () => {
  const schema = z.object({ a: z.array(pattern) })
  const many = Array.from({ length: 1_000 }, () => `${'a'.repeat(10)}!`)
  expect(await createValidator(schema, 'input').check({ a: many.slice(0, 10) })).toMatchObject({
    issues: expect.arrayContaining([expect.objectContaining({ path: ['a', 9] })]),
  })
  expect(await createValidator(schema, 'input').check({ a: many })).toMatchObject({
    issues: [{ path: ['a', expect.any(Number)], message: expect.stringMatching(/^is too complex/) }],
  })
})

test('a value without end is refused', async () => {
  const endless: { children: unknown[] } = { children: [] }
  endless.children.push(endless)
  expect(await createValidator(tree(), 'input').check(endless)).toEqual({
    issues: [{ path: [], message: 'is too complex to validate' }],
  })
})

describe('a schema without exponential patterns', () => {
  const ordinary: readonly (readonly [string, object])[] = [
    ['patterns at all', { type: 'object', properties: { a: { type: 'string' } } }],
    ['groups that repeat', { type: 'object', properties: { a: { pattern: '^a+$' }, b: { pattern: '(?<=a)\\w*$' } } }],
    ['loops in loops', { type: 'object', properties: { a: { pattern: '^([a-z]+-)*[a-z]+$' } } }],
  ]

  test.each(ordinary)('gets the value itself, unread: without %s', async (_name, document) => {
    const seen: unknown[] = []
    const untouchable = new Proxy({}, { get: fail, has: fail, ownKeys: fail, getOwnPropertyDescriptor: fail })
    const validator = createValidator(
      library(document, (value) => seen.push(value)),
      'input',
    )
    await validator.check(untouchable)
    expect(seen[0] === untouchable).toBe(true)
    expect(validator.suspectPatterns).toEqual([])
  })
})

describe('a pattern that cannot be watched', () => {
  test.each([
    ['^(a+\\1?)+(b)$', 'has a back reference'],
    ['^([\\p{L}--[a-z]]+)+$', 'is not valid without the flag v'],
    ['^(a+)+b{30000}$', 'is too large'],
  ])('%s is named with its place', async (source, reason) => {
    const document = { type: 'object', properties: { a: { pattern: source } } }
    const validator = createValidator(library(document), 'input')
    const unsafe = [{ pattern: source, path: '/properties/a/pattern', reason }]
    expect([validator.suspectPatterns, await unsafePatternsOf(validator)]).toEqual([unsafe, unsafe])
  })

  test('is one of effect without the flag u, which its JSON Schema leaves out', async () => {
    const schema = (expression: RegExp) =>
      effect(
        EffectSchema.Struct({ a: EffectSchema.Array(EffectSchema.String.check(EffectSchema.isPattern(expression))) }),
      )
    const unsafe = (expression: RegExp) => unsafePatternsOf(createValidator(schema(expression), 'input'))
    const reason = 'is not in the JSON Schema, as it would be with the flag u'
    expect(await unsafe(/^(a+)+$/)).toEqual([{ pattern: '^(a+)+$', path: '', reason }])
    expect([await unsafe(/^(a+)+$/u), await unsafe(/^[a-z]+(-[a-z]+)*$/)]).toEqual([[], []])
  })

  test('is no back reference that is harmless', async () => {
    const document = { type: 'object', properties: { a: { pattern: '^([\'"])(\\w+ )*\\1$' } } }
    expect(await unsafePatternsOf(createValidator(library(document), 'input'))).toEqual([])
  })
})

/** A schema of another library, that accepts everything. */
function library(document: object, onValue: (value: unknown) => void = () => {}): AnySchema {
  const convert = () => document
  const validate = (value: unknown) => {
    onValue(value)
    return { value: 1 }
  }
  return {
    '~standard': { version: 1, vendor: 'acme', validate, jsonSchema: { input: convert, output: convert } },
  } as never
}

function fail(): never {
  throw new Error('the value was read')
}

function tree(): AnySchema {
  const node = z.object({
    name: pattern.optional(),
    get children() {
      return z.array(node)
    },
  })
  return node as never
}
