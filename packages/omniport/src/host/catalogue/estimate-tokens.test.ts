import { describe, expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.js'

const inputSchema = { type: 'object' } as const

/** Of a description alone, and what JSON puts around it. */
function tokensOf(description: string): number {
  return (
    estimateTokens({ name: '', description, inputSchema }) - estimateTokens({ name: '', description: '', inputSchema })
  )
}

describe('a token is', () => {
  test.each([
    ['four ASCII characters', 'abcd'.repeat(25), 25],
    ['two Greek letters', 'λόγος τού'.replaceAll(' ', '').repeat(5), 20],
    ['two Cyrillic letters', 'слово'.repeat(4), 10],
    ['a Han character', '漢字'.repeat(10), 20],
    ['a Thai character', 'ไทย'.repeat(10), 30],
    ['half an emoji', '😀'.repeat(10), 20],
  ])('%s', (_what, description, tokens) => {
    expect(tokensOf(description)).toBe(tokens)
  })
})

test('name, description and input schema count, and nothing else', () => {
  const tool = {
    name: 'abc',
    description: 'def',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  } as const
  expect(estimateTokens(tool)).toBe(Math.ceil(JSON.stringify(tool).length / 4))
  expect(estimateTokens({ ...tool, outputSchema: {}, title: 'x'.repeat(100), _meta: { a: 1 } } as typeof tool)).toBe(
    estimateTokens(tool),
  )
})

test('a tool without a description', () => {
  expect(estimateTokens({ name: 'abc', inputSchema })).toBe(
    Math.ceil('{"name":"abc","inputSchema":{"type":"object"}}'.length / 4),
  )
})

test('what should be text and is not is counted as it would be given', () => {
  const tool = { name: 'abc', description: { toString: 'no' } as unknown as string, inputSchema }
  expect(estimateTokens(tool)).toBe(Math.ceil(JSON.stringify(tool).length / 4))
})
