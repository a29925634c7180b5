import { describe, expect, test } from 'vitest'
import { applyDefaults, getSupportedElicitationModes } from './elicitation.js'

test.each([
  [undefined, false, false],
  [{}, true, false],
  [{ form: {} }, true, false],
  [{ url: {} }, false, true],
  [{ form: {}, url: {} }, true, true],
])('%j has forms: %s, and pages: %s', (capabilities, supportsFormMode, supportsUrlMode) => {
  expect(getSupportedElicitationModes(capabilities)).toEqual({ supportsFormMode, supportsUrlMode })
})

function filled(schema: unknown, data: unknown): unknown {
  applyDefaults(schema, data)
  return data
}

const sized = { type: 'object', properties: { size: { type: 'string', default: 'M' } } }

describe('defaults', () => {
  test.each<[string, unknown, unknown, unknown]>([
    ['of what is absent', sized, {}, { size: 'M' }],
    ['of what is undefined', sized, { size: undefined }, { size: 'M' }],
    ['of nothing that is there', sized, { size: '' }, { size: '' }],
    ['of nothing that is null', sized, { size: null }, { size: null }],
    [
      'that are false or null',
      { type: 'object', properties: { a: { default: false }, b: { default: null } } },
      {},
      { a: false, b: null },
    ],
    ['that are undefined', { type: 'object', properties: { a: { default: undefined } } }, {}, { a: undefined }],
    ['of members of members', { type: 'object', properties: { in: sized } }, { in: {} }, { in: { size: 'M' } }],
    ['of nothing in what is absent', { type: 'object', properties: { in: sized } }, {}, {}],
    [
      'of alternatives',
      { anyOf: [sized, { type: 'object', properties: { a: { default: 1 } } }] },
      {},
      { size: 'M', a: 1 },
    ],
    ['of exclusive alternatives', { oneOf: [sized] }, {}, { size: 'M' }],
    ['of no other combination', { allOf: [sized] }, {}, {}],
    ['of no alternatives that are no list', { anyOf: sized }, {}, {}],
    ['of nothing that is no object', { ...sized, type: 'array' }, {}, {}],
    ['of nothing without members', { type: 'object', properties: null }, {}, {}],
    ['of members without schemas', { type: 'object', properties: { a: true, b: null } }, {}, {}],
    ['of nothing that is inherited', { type: 'object', properties: { a: Object.create({ default: 1 }) } }, {}, {}],
    ['of no text', sized, 'text', 'text'],
    ['of no null', sized, null, null],
    ['without a schema', null, {}, {}],
    ['of a schema that is true', true, {}, {}],
  ])('%s', (_, schema, data, expected) => {
    expect(filled(schema, data)).toEqual(expected)
    expect(Object.keys(Object(data))).toEqual(Object.keys(Object(expected)))
  })

  test('are members like any other, whatever their names', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"default":{"polluted":true}},"a":{"default":1}}}',
    )
    const data = filled(schema, {}) as Record<string, unknown>
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    expect(Object.keys(data)).toEqual(['__proto__', 'a'])
    data['a'] = 2
    expect(JSON.stringify(data)).toBe('{"__proto__":{"polluted":true},"a":2}')
    delete data['a']
    expect(Object.keys(data)).toEqual(['__proto__'])
  })

  test('are given to members that every object inherits', () => {
    const schema = { type: 'object', properties: { constructor: { default: 'M' }, toString: { default: 'L' } } }
    expect(filled(schema, {})).toEqual({ constructor: 'M', toString: 'L' })
  })

  test('change nothing that every object inherits', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"default":true}}}}}',
    )
    expect(filled(schema, {})).toEqual({})
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('are given 64 levels deep', () => {
    const nested = (depth: number): { schema: object; data: Record<string, unknown> } => {
      if (depth === 0) return { schema: sized, data: {} }
      const { schema, data } = nested(depth - 1)
      return { schema: { type: 'object', properties: { in: schema } }, data: { in: data } }
    }
    const deep = nested(64)
    const deeper = nested(65)
    expect(
      [JSON.stringify(filled(deep.schema, deep.data)), JSON.stringify(filled(deeper.schema, deeper.data))].map((text) =>
        text.includes('M'),
      ),
    ).toEqual([true, false])
  })

  test('of alternatives count as a level', () => {
    const alternatives = (depth: number): object => (depth === 0 ? sized : { anyOf: [alternatives(depth - 1)] })
    expect([filled(alternatives(64), {}), filled(alternatives(65), {})]).toEqual([{ size: 'M' }, {}])
  })
})
