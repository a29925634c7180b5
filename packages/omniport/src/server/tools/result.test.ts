import { expect, test } from 'vitest'
import { isFullResult, result } from './result.js'

const full = { content: [{ type: 'text' as const, text: 'x' }], structuredContent: { a: 1 }, isError: true }

test('a full result is known as such, also after a spread', () => {
  const marked = result(full)
  expect([isFullResult(marked), isFullResult({ ...marked, _meta: {} })]).toEqual([true, true])
})

test.each([
  ['an object of the same shape', full],
  ['null', null],
  ['undefined', undefined],
  ['a string', 'content'],
])('%s is not a full result', (_name, value) => {
  expect(isFullResult(value)).toBe(false)
})

test('the mark does not travel', () => {
  expect(JSON.parse(JSON.stringify(result(full)))).toEqual(full)
})

test('content must be an array', () => {
  const message = 'result: content must be an array of content blocks'
  expect(() => result({ content: 'x' } as never)).toThrow(new TypeError(message))
  expect(() => result(undefined as never)).toThrow(new TypeError(message))
})
