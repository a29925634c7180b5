import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { isParamMirrored } from './check-param-headers.js'
import { findParamHeaders, type ParamHeader, paramValue } from './param-headers.js'

const mark = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name })
const object = (properties: object) => ({ type: 'object', properties })

describe('the marked arguments of a tool', () => {
  test('are found wherever properties lead', () => {
    verifies('HTTP-71', 'HTTP-69', 'HTTP-70')
    const schema = object({
      region: mark('Region'),
      place: object({ count: mark('X-Count', 'integer'), 'a.b': object({ on: mark('on', 'boolean') }) }),
      properties: mark('p'),
      plain: { type: 'array', items: { type: 'string' }, default: [{ 'x-mcp-header': 'data' }] },
    })
    expect(findParamHeaders(schema)).toEqual([
      { name: 'region', path: ['region'], type: 'string' },
      { name: 'x-count', path: ['place', 'count'], type: 'integer' },
      { name: 'on', path: ['place', 'a.b', 'on'], type: 'boolean' },
      { name: 'p', path: ['properties'], type: 'string' },
    ])
    expect(findParamHeaders(undefined)).toEqual([])
  })

  test.each([
    ['an empty name', object({ a: mark('') })],
    ['a name that is none', object({ a: mark(1) })],
    ['a name with a blank', object({ a: mark('a b') })],
    ['a name with a colon', object({ a: mark('a:b') })],
    ['a name with a line break', object({ a: mark('a\r\nb') })],
    ['a name beyond ASCII', object({ a: mark('ü') })],
    ['a name twice, in another case', object({ a: mark('Region'), b: mark('REGION') })],
    ['a number', object({ a: mark('a', 'number') })],
    ['an object', object({ a: { ...mark('a', 'object'), properties: {} } })],
    ['several types', object({ a: mark('a', ['string', 'null']) })],
    ['no type', object({ a: { 'x-mcp-header': 'a' } })],
    ['the root', { ...object({}), 'x-mcp-header': 'a' }],
    ['items', object({ a: { type: 'array', items: mark('a') } })],
    ['oneOf', { type: 'object', oneOf: [object({ a: mark('a') })] }],
    ['not', object({ a: { not: mark('a') } })],
    ['if', { type: 'object', if: object({ a: mark('a') }) }],
    ['additionalProperties', { type: 'object', additionalProperties: mark('a') }],
    ['definitions', { type: 'object', $defs: { a: mark('a') }, properties: { a: { $ref: '#/$defs/a' } } }],
  ])('may not have %s', (_name, schema) => {
    verifies('HTTP-69', 'HTTP-70', 'HTTP-71')
    expect(() => findParamHeaders(schema)).toThrow(TypeError)
  })
})

describe('the header of an argument', () => {
  const header = (type: ParamHeader['type'], path = ['a']): ParamHeader => ({ name: 'a', path, type })

  test.each([
    ['string', { a: 'text' }, 'text'],
    ['string', { a: '' }, ''],
    ['integer', { a: 42 }, '42'],
    ['integer', { a: -1 }, '-1'],
    ['boolean', { a: true }, 'true'],
    ['boolean', { a: false }, 'false'],
    ['string', { a: null }, undefined],
    ['string', {}, undefined],
    ['string', undefined, undefined],
    ['string', 'text', undefined],
  ] as const)('of a %s in %j is %j', (type, args, value) => {
    verifies('HTTP-75', 'HTTP-73')
    expect(paramValue(header(type), args)).toBe(value)
  })

  test('is of own members only', () => {
    expect(paramValue(header('string', ['constructor', 'name']), {})).toBeUndefined()
    expect(paramValue(header('string', ['a', 'b']), { a: { b: 'c' } })).toBe('c')
  })

  test.each([
    ['string', 'text', { a: 'text' }, true],
    ['string', 'Text', { a: 'text' }, false],
    ['string', '=?base64?dGV4dA==?=', { a: 'text' }, true],
    ['string', '=?base64?dGV4?=', { a: 'text' }, false],
    ['string', undefined, { a: 'text' }, false],
    ['string', 'text', {}, false],
    ['string', undefined, { a: null }, true],
    ['string', 'null', { a: null }, false],
    ['string', '', { a: '' }, true],
    ['integer', '42', { a: 42 }, true],
    ['integer', '42.0', { a: 42 }, true],
    ['integer', '-42.00', { a: -42 }, true],
    ['integer', '042', { a: 42 }, true],
    ['integer', '4.2e1', { a: 42 }, false],
    ['integer', '42.5', { a: 42 }, false],
    ['integer', '0x2a', { a: 42 }, false],
    ['integer', '41', { a: 42 }, false],
    ['integer', '43', { a: 42 }, false],
    ['boolean', 'true', { a: true }, true],
    ['boolean', 'True', { a: true }, false],
  ] as const)('of a %s that says %j mirrors %j: %s', (type, sent, args, expected) => {
    verifies('HTTP-74', 'HTTP-62', 'HTTP-63')
    expect(isParamMirrored(header(type), sent, args)).toBe(expected)
  })
})
