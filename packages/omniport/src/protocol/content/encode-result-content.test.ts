import { describe, expect, test } from 'vitest'
import { profileOf } from '../revisions/revision-profile.js'
import { encodeResultContent } from './encode-result-content.js'

const bytes = new Uint8Array([1])
const newest = profileOf('2026-07-28')
const text = { type: 'text', text: 'a' }
const image = { type: 'image', data: bytes, mimeType: 'a/b' }
const sent = { ...image, data: 'AQ==' }

describe('the result of a tool', () => {
  test('that needs no change is sent as it is', () => {
    const result = { content: [text], structuredContent: { a: 1 }, _meta: {} }
    expect(encodeResultContent('tools/call', result, newest)).toBe(result)
  })

  test('has bytes as text, every block', () => {
    const result = { content: [text, image], isError: true }
    expect(encodeResultContent('tools/call', result, newest)).toEqual({ content: [text, sent], isError: true })
  })

  test.each([
    ['2025-03-26', { a: 1 }, undefined],
    ['2025-06-18', { a: 1 }, { a: 1 }],
    ['2025-06-18', [1], undefined],
    ['2025-11-25', 5, undefined],
    ['2026-07-28', 5, 5],
    ['2026-07-28', null, null],
  ] as const)('at %s has the structured content %j as %j', (revision, structuredContent, expected) => {
    const encoded = encodeResultContent('tools/call', { content: [image], structuredContent }, profileOf(revision))
    expect(encoded).toStrictEqual({ content: [sent], ...(expected !== undefined && { structuredContent: expected }) })
  })

  test('without structured content has its content alone', () => {
    const result = { content: [text] }
    expect(encodeResultContent('tools/call', result, profileOf('2025-06-18'))).toBe(result)
  })
})

test('the contents of a resource and the messages of a prompt have bytes as text', () => {
  const contents = [
    { uri: 'a:b', blob: bytes },
    { uri: 'a:c', text: 'c' },
  ]
  expect(encodeResultContent('resources/read', { contents, ttlMs: 1 }, newest)).toEqual({
    contents: [
      { uri: 'a:b', blob: 'AQ==' },
      { uri: 'a:c', text: 'c' },
    ],
    ttlMs: 1,
  })
  const messages = [{ role: 'user', content: image, more: 1 }]
  expect(encodeResultContent('prompts/get', { messages, description: 'd' }, newest)).toEqual({
    messages: [{ role: 'user', content: sent }],
    description: 'd',
  })
})

test('any other result is sent as it is', () => {
  const result = { content: [image] }
  expect(encodeResultContent('search/find', result, newest)).toBe(result)
})
