import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { digestOfJson } from './digest-of-json.js'

test('a digest is that of the canonical text in UTF-8', async () => {
  const expected = createHash('sha256').update('{"a":["é"],"b":1}').digest('hex')
  expect(await digestOfJson({ b: 1, a: ['é'] })).toBe(expected)
  expect(await digestOfJson({ a: ['é'], b: 1 })).toBe(expected)
  expect(await digestOfJson({ a: ['e'], b: 1 })).not.toBe(expected)
})
