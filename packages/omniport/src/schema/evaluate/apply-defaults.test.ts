import { describe, expect, it } from 'vitest'
import { preflight } from '../preflight/preflight.js'
import { evaluator } from './evaluator.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'

const member = (name: string) => ({ properties: { [name]: { default: 1 } } })

const beside = {
  $schema: draft07,
  definitions: { d: {} },
  $ref: '#/definitions/d',
  properties: { a: { default: 1 } },
}

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
    [
      'of what follows an old tuple',
      { items: [{}], additionalItems: { properties: { a: { default: 1 } } } },
      [{}, {}, {}],
      [{}, { a: 1 }, { a: 1 }],
    ],
    [
      'of what follows a tuple',
      { prefixItems: [{ properties: { b: { default: 2 } } }], items: { properties: { a: { default: 1 } } } },
      [{}, {}],
      [{ b: 2 }, { a: 1 }],
    ],
    ['beside a reference', { $defs: { d: {} }, $ref: '#/$defs/d', properties: { a: { default: 1 } } }, {}, { a: 1 }],
    ['not beside a reference of draft-07', beside, {}, {}],
    ['in draft-07', { $schema: draft07, properties: { a: { default: 1 } } }, {}, { a: 1 }],
    ['of all parts of allOf', { allOf: [member('a'), member('b')] }, {}, { a: 1, b: 1 }],
    ['of names that objects inherit', { properties: { toString: { default: 1 } } }, {}, { toString: 1 }],
    ['of a member that is undefined', { properties: { a: { default: 1 } } }, { a: undefined }, { a: 1 }],
    ['not of null', { properties: { a: { default: 1, properties: { b: { default: 1 } } } } }, { a: null }, { a: null }],
    ['not of texts', { properties: { a: member('b') }, items: member('b') }, { a: 'x' }, { a: 'x' }],
    ['not where a schema is true', { properties: { a: true, b: false } }, { a: 1 }, { a: 1 }],
    ['not where properties belong to a list', { properties: { 0: { default: 1 } } }, [], []],
    ['not where items belong to an object', { items: member('a') }, { x: {} }, { x: {} }],
    ['not of items that no schema is about', { items: [member('a')] }, [{}, {}], [{ a: 1 }, {}]],
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

  it('are no members where there are none', () => {
    const check = evaluator.compile(preflight({ properties: { a: { type: 'string' }, b: { default: 1 } } }))
    expect(Object.keys((check({}) as { value: object }).value)).toEqual(['b'])
  })

  it('become ordinary members', () => {
    const { value } = evaluator.compile(preflight(member('a')))({}) as { value: { a?: number } }
    value.a = 2
    expect(value).toEqual({ a: 2 })
    delete value.a
    expect(value).toEqual({})
  })

  it('leave lists as they are in which nothing is absent', () => {
    const check = evaluator.compile(preflight({ items: member('a') }))
    const lists = [[], [{ a: 2 }, { a: 3 }], [Number.NaN, null, 'x']]
    expect(lists.map((list) => (check(list) as { value: unknown }).value === list)).toEqual([true, true, true])
  })

  it('leave what is not absent in a list that is copied', () => {
    const second = { a: 2 }
    const { value } = evaluator.compile(preflight({ items: member('a') }))([{}, second]) as { value: unknown[] }
    expect([value[0], value[1] === second]).toEqual([{ a: 1 }, true])
  })

  it('give the same object back when nothing is absent', () => {
    const value = { a: 1, b: { c: [] } }
    expect(evaluator.compile(preflight({ properties: { a: { default: 2 } } }))(value).issues).toBe(undefined)
    expect(
      (evaluator.compile(preflight({ properties: { a: { default: 2 } } }))(value) as { value: unknown }).value,
    ).toBe(value)
  })
})
