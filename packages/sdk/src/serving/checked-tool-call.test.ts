import { describe, expect, test } from 'vitest'
import { checkToolCalls } from './checked-tool-call.js'

const task = { taskId: 't', status: 'working', ttl: null, createdAt: 'x', lastUpdatedAt: 'x' }
const text = { type: 'text', text: 'a' }

function call(result: unknown, params: object = { name: 't' }, isParsed = false) {
  const seen: unknown[][] = []
  const handler = (...given: unknown[]) => {
    seen.push(given)
    return result
  }
  const run = checkToolCalls(handler, isParsed)
  return { seen, answer: run({ method: 'tools/call', params }, 'context') }
}

const invalid = (pattern: RegExp) => ({ code: -32602, message: expect.stringMatching(pattern) })

describe('the request of a tool call', () => {
  test('is checked, and given as it came', async () => {
    const { seen, answer } = call({ content: [] }, { name: 't', more: 1 })
    expect(await answer).toEqual({ content: [] })
    expect(seen).toEqual([[{ method: 'tools/call', params: { name: 't', more: 1 } }, 'context']])
    const refused = call({ content: [] }, { name: 5 })
    await expect(refused.answer).rejects.toMatchObject(invalid(/^MCP error -32602: Invalid tools\/call request: \[/))
    expect(refused.seen).toEqual([])
  })

  test('is not checked again', async () => {
    expect(await call({ content: [] }, { name: 5 }, true).answer).toEqual({ content: [] })
  })
})

describe('the result of a tool call', () => {
  test.each<[string, object]>([
    ['text', { content: [text, text] }],
    ['nothing', { content: [] }],
    ['an error', { content: [text], isError: true }],
    ['structured content', { content: [], structuredContent: { a: 1 } }],
    ['more', { content: [text], more: 1 }],
  ])('with %s is given as it is', async (_, result) => {
    expect(await call(result).answer).toBe(result)
  })

  test.each<[string, object, object]>([
    ['text with more', { content: [{ ...text, more: 1 }] }, { content: [text] }],
    [
      'an image',
      { content: [{ type: 'image', data: 'AA==', mimeType: 'a/b', more: 1 }] },
      { content: [{ type: 'image', data: 'AA==', mimeType: 'a/b' }] },
    ],
    ['no content', {}, { content: [] }],
    ['metadata', { content: [{ ...text, more: 1 }], _meta: { a: 1 } }, { content: [text], _meta: { a: 1 } }],
    ['metadata beside text alone', { content: [text], _meta: { a: 1 } }, { content: [text], _meta: { a: 1 } }],
    [
      'structured content of a class',
      { content: [], structuredContent: Object.create({ a: 1 }, { b: { value: 1, enumerable: true } }) },
      { content: [], structuredContent: { b: 1 } },
    ],
  ])('with %s is what the schema gives', async (_, result, expected) => {
    const given = await call(result).answer
    expect(given).not.toBe(result)
    expect(given).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['text', 'text'],
    ['a list', []],
    ['content that is no list', { content: text }],
    ['a block that is none', { content: [5] }],
    ['text that is none', { content: [{ type: 'text', text: 5 }] }],
    ['an unknown block', { content: [{ type: 'other', text: 'a' }] }],
    ['a flag that is none', { content: [], isError: 'yes' }],
    ['structured content that is a list', { content: [], structuredContent: [] }],
    ['metadata that are none', { content: [], _meta: 5 }],
  ])('is not %s', async (_, result) => {
    await expect(call(result).answer).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid tools\/call result: \[/),
    )
  })

  test('with a member `__proto__` has no other prototype', async () => {
    const result = JSON.parse('{"content":[],"structuredContent":{"__proto__":{"polluted":true}}}')
    const given = (await call(result).answer) as { structuredContent: { polluted?: boolean } }
    expect(given.structuredContent.polluted).toBeUndefined()
    expect(given).not.toBe(result)
  })

  test('of a task is the task', async () => {
    const params = { name: 't', task: {} }
    expect(await call({ task }, params).answer).toEqual({ task })
    await expect(call({ content: [] }, params).answer).rejects.toMatchObject(
      invalid(/^MCP error -32602: Invalid task creation result: \[/),
    )
  })
})
