import { describe, expect, test } from 'vitest'
import { encodeResponse } from './encode-response.js'
import { isModernMessage, isModernRevision } from './is-modern-message.js'

const serverInfo = { name: 's', version: '1' }
const encode = (response: object, method = 'tools/call', revision: '2026-07-28' | '2025-06-18' = '2026-07-28') =>
  encodeResponse({ jsonrpc: '2.0', id: 'modern-1', ...response } as never, { id: 7, method, revision, serverInfo })

describe('a response', () => {
  test('gets the id of its client, and what its revision wants', () => {
    expect(encode({ result: { content: [] } })).toMatchObject({
      ...{ jsonrpc: '2.0', id: 7, result: { content: [], resultType: 'complete' } },
    })
  })

  test('may be an error', () => {
    expect(encode({ error: { code: -32602, message: 'no', data: { a: 1 } } })).toEqual({
      ...{ jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'no', data: { a: 1 } } },
    })
  })
})

describe('a list', () => {
  const item = {
    name: 'n',
    uri: 'a:b',
    uriTemplate: 'a:{b}',
    inputSchema: { type: 'object' },
    execution: { taskSupport: 'optional' },
  }

  test('of tools has no members that its revision lacks', () => {
    const { result } = encode({ result: { tools: [item, 'strange'] } }, 'tools/list') as {
      result: { tools: unknown[] }
    }
    const { execution: _, ...rest } = item
    expect(result.tools).toEqual([rest, 'strange'])
  })

  test.each([
    ['resources/list', 'resources'],
    ['resources/templates/list', 'resourceTemplates'],
    ['prompts/list', 'prompts'],
  ])('of %s is given', (method, kind) => {
    expect(encode({ result: { [kind]: [{ name: 'n', title: 'N' }], nextCursor: 'c' } }, method)).toMatchObject({
      result: { [kind]: [{ name: 'n', title: 'N' }], nextCursor: 'c' },
    })
  })

  test.each<[string, string, object]>([
    ['that is none', 'tools/list', { tools: 'strange' }],
    ['of another method', 'tools/call', { tools: [item], content: [] }],
    ['of a method that objects have', 'toString', { tools: [item] }],
  ])('%s stays as it is', (_, method, result) => {
    expect(encode({ result }, method)).toMatchObject({ result })
  })
})

describe('a message', () => {
  const protocolVersion = 'io.modelcontextprotocol/protocolVersion'
  const clientCapabilities = 'io.modelcontextprotocol/clientCapabilities'

  test.each<[unknown, boolean]>([
    [undefined, false],
    [{}, false],
    [{ _meta: {} }, false],
    [{ _meta: null }, false],
    [{ _meta: 'text' }, false],
    [{ _meta: { [protocolVersion]: undefined } }, true],
    [{ _meta: { [clientCapabilities]: {} } }, true],
  ])('with the parameters %j is a modern one: %s', (params, expected) => {
    expect(isModernMessage({ params })).toBe(expected)
  })

  test.each([
    ['2026-07-28', true],
    ['2025-11-25', false],
    [undefined, false],
  ])('of revision %s is a modern one: %s', (revision, expected) => {
    expect(isModernRevision(revision)).toBe(expected)
  })
})
