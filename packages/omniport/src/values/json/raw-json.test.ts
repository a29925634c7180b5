import { expect, test } from 'vitest'
import { RawJson } from './raw-json.js'

const encode = (text: string) => new TextEncoder().encode(text)

test('the value is parsed on first use, and then shared', () => {
  const bytes = encode('{"é":[1]}')
  const raw = new RawJson(bytes)
  expect(raw.bytes).toBe(bytes)
  expect(raw.value).toEqual({ é: [1] })
  bytes.fill(0)
  expect(raw.value).toBe(raw.toJSON())
  expect(JSON.stringify({ raw })).toBe('{"raw":{"é":[1]}}')
})

test('a value that is false is parsed once as well', () => {
  const bytes = encode('false')
  const raw = new RawJson(bytes)
  expect(raw.value).toBe(false)
  bytes.fill(0)
  expect(raw.value).toBe(false)
})

test('what is not JSON is told when it is used', () => {
  const raw = new RawJson(encode('{'))
  expect(() => raw.value).toThrow(SyntaxError)
  expect(() => raw.value).toThrow(SyntaxError)
})
