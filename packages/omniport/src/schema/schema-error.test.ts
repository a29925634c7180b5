import { expect, test } from 'vitest'
import { SchemaError } from './schema-error.js'

test.each([
  ['', 'JSON Schema refused at the root: it is wrong'],
  ['/a/b', 'JSON Schema refused at /a/b: it is wrong'],
  [`/${'x'.repeat(299)}`, `JSON Schema refused at /${'x'.repeat(299)}: it is wrong`],
  [`/${'x'.repeat(300)}`, `JSON Schema refused at /${'x'.repeat(299)}…: it is wrong`],
])('a refusal at "%.9s" says so', (path, message) => {
  const cause = new RangeError('too deep')
  const error = new SchemaError(path, 'it is wrong', { cause })
  expect([error.message, error.path, error.reason, error.cause]).toEqual([message, path, 'it is wrong', cause])
})

test('a refusal is a TypeError with a name of its own', () => {
  const error = new SchemaError('', 'it is wrong')
  expect(error).toBeInstanceOf(TypeError)
  expect([error.name, String(error), 'cause' in error]).toEqual([
    'SchemaError',
    'SchemaError: JSON Schema refused at the root: it is wrong',
    false,
  ])
})
