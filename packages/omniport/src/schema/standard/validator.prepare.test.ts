import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { SchemaError } from '../schema-error.js'
import { jsonSchema, lazyCheckOf } from './json-schema.js'
import { createDocumentValidator, createValidator, unsafePatternsOf } from './validator.js'

const document = { type: 'object', properties: { a: { type: 'string', default: 'x' } } } as const

/** A Standard Schema of another vendor. */
function foreign(validate: (value: unknown) => unknown, converted: object = { type: 'object' }): never {
  const convert = (): object => converted
  return {
    '~standard': { version: 1, vendor: 'acme', validate, jsonSchema: { input: convert, output: convert } },
  } as never
}

describe('what the first check would wait for', () => {
  test('is done once for a plain document', async () => {
    const validator = createValidator(document, 'input')
    expect(await validator.prepare()).toBe(undefined)
    expect(validator.check({})).toEqual({ value: { a: 'x' } })
    expect(validator.prepare()).toBe(undefined)
  })

  test('is nothing for the schema of a library', () => {
    expect(createValidator(z.object({ a: z.string() }), 'input').prepare()).toBe(undefined)
  })

  test('are the bounds of patterns that such a schema has', async () => {
    const validator = createValidator(z.object({ a: z.string().regex(/^(a+)+$/) }), 'input')
    expect(validator.prepare()).toBeInstanceOf(Promise)
    await validator.prepare()
    expect(validator.check({ a: 'aa' })).toEqual({ value: { a: 'aa' } })
    expect(validator.prepare()).toBe(undefined)
  })

  test('is refused for a document that does not compile', async () => {
    const validator = createValidator({ type: 'object', properties: { a: { pattern: '\\p{sc=Grek}' } } }, 'input')
    await expect(validator.prepare()).rejects.toThrow(SchemaError)
  })

  test('is shared by all validators of one schema', async () => {
    const schema = jsonSchema(document)
    await createValidator(schema, 'input').prepare()
    expect(createValidator(schema, 'output').prepare()).toBe(undefined)
    expect(createValidator(schema, 'output').check({})).toEqual({ value: { a: 'x' } })
  })
})

describe('a validator of the document of a peer', () => {
  test('has any root', async () => {
    const validator = createDocumentValidator({ type: 'string' })
    expect([validator.document, validator.suspectPatterns]).toEqual([{ type: 'string' }, []])
    expect(await validator.check(5)).toEqual({ issues: [{ path: [], message: 'must be a string' }] })
  })

  test('may be true or false', async () => {
    expect(createDocumentValidator(true).document).toEqual({})
    expect(await createDocumentValidator(true).check(5)).toEqual({ value: 5 })
    expect(await createDocumentValidator(false).check(5)).toEqual({ issues: [{ path: [], message: 'is not allowed' }] })
  })

  test('takes nothing in it for a schema of a library', async () => {
    const hostile = { '~standard': { vendor: 'zod', validate: 5 }, type: 'string' }
    expect(await createDocumentValidator(hostile).check('a')).toEqual({ value: 'a' })
  })

  test('keeps to its limits', () => {
    expect(() => createDocumentValidator({ not: {} }, { subschemas: 1 })).toThrow(SchemaError)
    expect(() => createDocumentValidator([])).toThrow('a schema must be an object, true or false')
  })
})

describe('the limits of a validator', () => {
  test.each([
    ['a literal', { type: 'object', not: {} }],
    ['jsonSchema()', jsonSchema({ type: 'object', not: {} })],
    ['a library', foreign(() => ({ value: 1 }), { type: 'object', not: {} })],
  ] as const)('hold for %s', (_name, schema) => {
    expect(createValidator(schema, 'input', { subschemas: 2 }).document).toEqual({ type: 'object', not: {} })
    expect(() => createValidator(schema, 'input', { subschemas: 1 })).toThrow(SchemaError)
  })
})

describe('an answer of a library', () => {
  const issuesOf = (issues: unknown) =>
    createValidator(
      foreign(() => ({ issues })),
      'input',
    ).check({})

  test('may have no path', () => {
    expect(issuesOf([{ message: 'bad' }, { message: 5, path: [] }])).toEqual({
      issues: [
        { path: [], message: 'bad' },
        { path: [], message: '5' },
      ],
    })
  })

  test('may have lists of a class of its own', () => {
    class Issues extends Array<unknown> {}
    const path = Issues.from(['a', { key: 0 }])
    const { issues } = issuesOf(Issues.from([{ message: 'bad', path }])) as {
      readonly issues: readonly { path: unknown }[]
    }
    expect(issues).toStrictEqual([{ path: ['a', 0], message: 'bad' }])
    expect([issues, issues[0]?.path].map((list) => list instanceof Issues)).toEqual([false, false])
  })

  test('may have symbols without a name as keys', () => {
    expect(issuesOf([{ message: 'bad', path: [Symbol(), { key: Symbol('s') }] }])).toEqual({
      issues: [{ path: ['', 's'], message: 'bad' }],
    })
  })

  test('may come later, with issues', async () => {
    const validator = createValidator(
      foreign(async () => ({ issues: [{ message: 'late', path: ['a'] }] })),
      'input',
    )
    expect(await validator.check({})).toEqual({ issues: [{ path: ['a'], message: 'late' }] })
  })

  test.each([null, 0, '', undefined])('may be %j', (value) => {
    expect(
      createValidator(
        foreign(() => ({ value })),
        'input',
      ).check({}),
    ).toEqual({ value })
  })

  test('may be a promise of another kind', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a promise of another realm
    const foreignPromise = { then: (toResult: (result: unknown) => unknown) => Promise.resolve(toResult({ value: 2 })) }
    expect(
      await createValidator(
        foreign(() => foreignPromise),
        'input',
      ).check({}),
    ).toEqual({ value: 2 })
  })
})

test('the patterns of a validator are unsafe only if they are exponential', async () => {
  const withPattern = (pattern: string) =>
    createValidator(
      foreign(() => ({ value: 1 }), { type: 'object', properties: { a: { pattern } } }),
      'input',
    )
  const back = '^(a+\\1?)+(b)$'
  const unsafe = [{ pattern: back, path: '/properties/a/pattern', reason: 'has a back reference' }]
  expect(await unsafePatternsOf(withPattern(back))).toEqual(unsafe)
  expect(await unsafePatternsOf(withPattern('^(a+)+$'))).toEqual([])
  expect(withPattern('^a+\\1$').suspectPatterns).toEqual([])
})

test('only what jsonSchema gives has a check of its own', () => {
  const schema = jsonSchema({})
  expect(lazyCheckOf(schema)?.check).toBeInstanceOf(Function)
  expect([lazyCheckOf({ ...schema }), lazyCheckOf({})]).toEqual([undefined, undefined])
})
