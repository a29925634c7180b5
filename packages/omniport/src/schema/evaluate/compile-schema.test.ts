import { describe, expect, test } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { compileSchema } from './compile-schema.js'

const check = (schema: unknown, value: unknown) => compileSchema(preflight(schema))(value)

/** Rows and columns of one number, without the memory that they would take. */
function grid(size: number): readonly unknown[] {
  return Array(size).fill(Array(size).fill(0))
}

const numbers = { items: { items: { type: 'number' } } }

describe('a check', () => {
  test('gives the value itself where nothing changes', () => {
    const value = { a: [1] }
    const checked = check({ type: 'object' }, value)
    expect(checked).toEqual({ value: { a: [1] } })
    expect((checked as { readonly value: unknown }).value).toBe(value)
  })

  test('ends with an issue where a value takes too much work', () => {
    expect(check(numbers, grid(1_100)).issues).toBe(undefined)
    expect(check(numbers, grid(4_000))).toEqual({ issues: [{ path: [], message: 'is too complex to validate' }] })
  })

  test('ends with an issue where defaults take too much work', () => {
    const schema = { items: { items: { properties: { a: { default: 1 } } } } }
    const row = Array(4_000).fill({ a: 1 })
    expect(check(schema, Array(4_000).fill(row))).toEqual({
      issues: [{ path: [], message: 'is too complex to validate' }],
    })
  })

  test('tells what it found until no work was left', () => {
    expect(check({ allOf: [{ maxItems: 3 }, numbers, false] }, grid(1_100))).toEqual({
      issues: [{ path: [], message: 'must have at most 3 items' }],
    })
  })

  test('says that something is wrong even if the work was used up before it was found again', () => {
    expect(check({ allOf: [numbers, false] }, grid(1_100))).toEqual({
      issues: [{ path: [], message: 'does not match the schema' }],
    })
  })

  test('throws what a member throws', () => {
    const reason = new TypeError('not now')
    const value = {
      get a() {
        throw reason
      },
    }
    expect(() => check({ required: ['a'] }, value)).toThrow(reason)
  })

  test('throws what a member throws when it is read for the issues', () => {
    const reason = new TypeError('not again')
    let reads = 0
    const value = {
      get a() {
        reads += 1
        if (reads > 1) throw reason
        return undefined
      },
    }
    expect(() => check({ required: ['a'] }, value)).toThrow(reason)
  })
})

/** The first part decides; the second one would take all of the work. */
describe('a verdict ends with the first part that decides it', () => {
  const value = { a: 0, b: grid(4_000) }
  const list = [0, grid(4_000)]

  test.each<readonly [name: string, schema: object, value: unknown]>([
    ['an item', { prefixItems: [false], items: numbers }, list],
    ['a named member', { properties: { a: false, b: numbers } }, value],
    ['a member beside others', { properties: { a: false }, additionalProperties: numbers }, value],
    ['an item that is left', { unevaluatedItems: { type: 'array', ...numbers } }, list],
    ['a member that is left', { unevaluatedProperties: { type: 'array', ...numbers } }, value],
    ['a schema of allOf', { allOf: [false, { properties: { b: numbers } }] }, value],
    ['a type', { type: 'null', properties: { b: numbers } }, value],
    ['two forms that hold', { oneOf: [true, true, { properties: { b: numbers } }] }, value],
    ['what is wrong before what is left', { minItems: 3, unevaluatedItems: { items: { items: {} } } }, list],
  ])('%s', (_name, schema, given) => {
    expect(check({ not: schema }, given).issues).toBe(undefined)
  })

  test('a form that holds', () => {
    expect(check({ anyOf: [true, { properties: { b: numbers } }] }, value).issues).toBe(undefined)
  })
})
