import { describe, expect, test } from 'vitest'
import { splitSchema } from './model-schema.js'

test('a plain schema stays as it is, and nothing is left to say', () => {
  const schema = { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: false } as const
  expect(splitSchema(schema)).toEqual({ schema, rest: '' })
})

test.each([[undefined], [null], [[]], ['a']])('properties that are %j are none', (properties) => {
  expect(splitSchema({ type: 'object', properties } as never).schema).toEqual({ type: 'object', properties: {} })
})

describe('what models refuse at the root is told in words', () => {
  test.each(['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'if', 'then', 'else'])('%s', (keyword) => {
    expect(splitSchema({ type: 'object', properties: {}, title: 'T', [keyword]: [{}] })).toEqual({
      schema: { type: 'object', properties: {}, title: 'T' },
      rest: `\nThe arguments must also match: {"${keyword}":[{}]}`,
    })
  })

  test('several are told in one sentence', () => {
    expect(splitSchema({ type: 'object', not: {}, anyOf: [] }).rest).toBe(
      '\nThe arguments must also match: {"not":{},"anyOf":[]}',
    )
  })
})
