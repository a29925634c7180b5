import { describe, expect, it } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { evaluator } from './evaluator.js'

describe('defaults', () => {
  it.each([
    ['of absent properties', { properties: { a: { default: 1 }, b: { default: 2 } } }, { b: 3 }, { a: 1, b: 3 }],
    [
      'of nested properties and items',
      { properties: { a: { items: { properties: { b: { default: 1 } } } } } },
      { a: [{}, { b: 2 }] },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    [
      'behind references and allOf',
      { $defs: { d: { properties: { a: { default: 1 } } } }, allOf: [{ $ref: '#/$defs/d' }] },
      {},
      { a: 1 },
    ],
    ['of tuples', { prefixItems: [{ properties: { a: { default: 1 } } }] }, [{}, {}], [{ a: 1 }, {}]],
    ['not of alternatives', { anyOf: [{ properties: { a: { default: 1 } } }] }, {}, {}],
    ['not inside a default', { properties: { a: { default: {}, properties: { b: { default: 1 } } } } }, {}, { a: {} }],
    ['satisfy required', { properties: { a: { default: 1 } }, required: ['a'] }, {}, { a: 1 }],
    ['leave unknown properties', { properties: { a: { default: 1 } } }, { x: 1 }, { a: 1, x: 1 }],
    [
      'false and null are defaults',
      { properties: { a: { default: false }, b: { default: null } } },
      {},
      { a: false, b: null },
    ],
  ])('are filled in: %s', (_name, schema, value, expected) => {
    const before = JSON.stringify(value)
    expect(evaluator.compile(preflight(schema))(value)).toEqual({ value: expected })
    expect(JSON.stringify(value)).toBe(before)
  })

  it('are checked like any value', () => {
    expect(evaluator.compile(preflight({ properties: { a: { type: 'string', default: 1 } } }))({})).toEqual({
      issues: [{ path: ['a'], message: 'must be a string' }],
    })
  })

  it('are not shared between values', () => {
    const check = evaluator.compile(preflight({ properties: { a: { default: { list: [] } } } }))
    const first = check({}) as { value: { a: { list: number[] } } }
    first.value.a.list.push(1)
    expect(check({})).toEqual({ value: { a: { list: [] } } })
  })

  it('give the same object back when nothing is absent', () => {
    const value = { a: 1, b: { c: [] } }
    expect(evaluator.compile(preflight({ properties: { a: { default: 2 } } }))(value).issues).toBe(undefined)
    expect(
      (evaluator.compile(preflight({ properties: { a: { default: 2 } } }))(value) as { value: unknown }).value,
    ).toBe(value)
  })
})
