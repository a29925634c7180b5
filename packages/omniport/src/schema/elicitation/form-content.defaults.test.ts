import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { fillDefaults } from './form-content.js'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer', default: 0 },
    ok: { type: 'boolean', default: false },
    tags: { type: 'array', default: ['a'] },
    plain: { type: 'string' },
  },
}

test('absent fields get their defaults, others stay', () => {
  verifies('ELI-13')
  const content = { age: 5, plain: 'x', ok: undefined, more: 1 }
  expect(fillDefaults(schema, content)).toStrictEqual({
    age: 5,
    plain: 'x',
    more: 1,
    name: 'Ada',
    ok: false,
    tags: ['a'],
  })
  expect(content).toStrictEqual({ age: 5, plain: 'x', ok: undefined, more: 1 })
})

test('a list is a copy', () => {
  expect(fillDefaults(schema, {})['tags']).not.toBe(schema.properties.tags.default)
})

test.each([
  { default: { a: {} } },
  { default: null },
  { default: [['x']] },
  { default: Number.POSITIVE_INFINITY },
  { type: 'integer', default: '3' },
  { type: 'string', format: 'email', default: 'nobody' },
  { type: 'string', enum: ['a'], default: 'b' },
])('%j has no default', (field) => {
  expect(fillDefaults({ properties: { a: field } }, {})).toStrictEqual({})
})

test.each([{}, { properties: null }, { properties: [] }, { properties: { a: true, b: null } }])(
  'a schema like %j has none',
  (odd) => {
    expect(fillDefaults(odd, { x: 1 })).toStrictEqual({ x: 1 })
  },
)

test('names that objects inherit are names like any other', () => {
  const odd = JSON.parse('{"properties":{"__proto__":{"default":"a"},"toString":{"default":"b"}}}')
  expect(JSON.stringify(fillDefaults(odd, {}))).toBe('{"__proto__":"a","toString":"b"}')
  const filled = fillDefaults(odd, JSON.parse('{"__proto__":"mine"}'))
  expect(JSON.stringify(filled)).toBe('{"__proto__":"mine","toString":"b"}')
  expect(Object.getPrototypeOf(filled)).toBe(Object.prototype)
})
