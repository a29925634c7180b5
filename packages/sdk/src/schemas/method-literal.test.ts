import { describe, expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import { CallToolRequestSchema } from '../types.js'
import { lazySchema } from './lazy-schema.js'
import { getMethodLiteral, parseWithCompat } from './method-literal.js'

describe('the method of a schema', () => {
  test.each([
    ['of zod 4', z.object({ method: z.literal('m') }), 'm'],
    ['of zod 3', z3.object({ method: z3.literal('m') }), 'm'],
    ['of the protocol', CallToolRequestSchema, 'tools/call'],
  ])('%s is its literal', (_, schema, method) => {
    expect(getMethodLiteral(schema)).toBe(method)
  })

  test('that is not made yet is known without making it', () => {
    const schema = lazySchema(() => {
      throw new Error('it is made')
    }, 'a/b')
    expect(getMethodLiteral(schema)).toBe('a/b')
  })

  test.each([
    ['has no such member', z.object({})],
    ['is no object', z.string()],
  ])('that %s is missing', (_, schema) => {
    expect(() => getMethodLiteral(schema)).toThrow(new Error('Schema is missing a method literal'))
  })

  test.each([
    ['a text', z.object({ method: z.string() })],
    ['a number', z.object({ method: z.literal(5) })],
  ])('that is %s is no literal text', (_, schema) => {
    expect(() => getMethodLiteral(schema)).toThrow(new Error('Schema method literal must be a string'))
  })
})

describe('a value', () => {
  test.each([
    ['zod 4', z.object({ a: z.number().default(1) })],
    ['zod 3', z3.object({ a: z3.number().default(1) })],
  ])('is what a schema of %s makes of it, or its error', (_, schema) => {
    expect(parseWithCompat(schema, { b: 2 })).toEqual({ a: 1 })
    expect(() => parseWithCompat(schema, { a: 'x' })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: ['a'], code: 'invalid_type' })] }),
    )
  })
})
