import { describe, expect, test } from 'vitest'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PolicyTarget } from './policy-target.js'
import { isUnknown, refuse, refuseUnknown } from './unknown-target.js'

const legacy = { revision: '2025-11-25' } as const
const modern = { revision: '2026-07-28' } as const
const request = (method: string) => ({ jsonrpc: '2.0', id: 7, method }) as const
const resource: PolicyTarget = { kind: 'resource', name: 'x:a' }

test('a request is answered with an error, and a notification with nothing', () => {
  const error = new RpcError(-31_000, 'No', { why: 1 })
  expect(refuse(request('ping'), error, legacy)).toEqual({
    ...{ jsonrpc: '2.0', id: 7 },
    error: { code: -31_000, message: 'No', data: { why: 1 } },
  })
  expect(refuse({ jsonrpc: '2.0', method: 'notifications/x' }, error, legacy)).toBeUndefined()
})

describe('what does not exist', () => {
  test.each<[string, PolicyTarget, string]>([
    ['tools/call', { kind: 'tool', name: 'a' }, 'Unknown tool: a'],
    ['prompts/get', { kind: 'prompt', name: 'x'.repeat(129) }, `Unknown prompt: ${'x'.repeat(128)}…`],
    ['completion/complete', resource, 'Unknown resource template: x:a'],
    ['skills/get', resource, 'No skill is served at x:a'],
    ['resources/directory/read', resource, 'x:a is not a directory resource'],
  ])('is unknown: %s', (method, target, message) => {
    expect(refuseUnknown(request(method), target, legacy)).toEqual({
      ...{ jsonrpc: '2.0', id: 7 },
      error: { code: -32602, message },
    })
  })

  test.each([
    [legacy, -32002],
    [modern, -32602],
  ])('is not found as a resource of %j', (exchange, code) => {
    expect(refuseUnknown(request('resources/read'), resource, exchange)).toMatchObject({
      error: { code, data: { uri: 'x:a' } },
    })
  })

  test('has no subscription to end', () => {
    const answer = { jsonrpc: '2.0', id: 7, result: {} }
    expect(refuseUnknown(request('resources/unsubscribe'), resource, legacy)).toEqual(answer)
    const notification = { jsonrpc: '2.0', method: 'resources/unsubscribe' } as const
    expect(refuseUnknown(notification, resource, legacy)).toBeUndefined()
  })
})

describe('an answer says that there is no such thing', () => {
  const tool: PolicyTarget = { kind: 'tool', name: 'a' }
  const prompt: PolicyTarget = { kind: 'prompt', name: 'a' }
  test.each<[boolean, PolicyTarget, number, string, unknown?]>([
    [true, tool, -32602, 'Unknown tool: a'],
    [true, tool, -32602, 'MCP error: tool "a" not found'],
    [true, tool, -32602, 'Tool a does not exist'],
    [false, tool, -32602, 'Unknown prompt: a'],
    [false, tool, -32602, 'The arguments are wrong'],
    [false, tool, -32603, 'Unknown tool: a'],
    [false, tool, -32002, 'Unknown tool: a'],
    [false, tool, -32602, 'Wrong', { uri: 'a' }],
    [true, prompt, -32602, 'unknown prompt'],
    [true, prompt, -32602, 'Prompt a not found'],
    [true, prompt, -32602, 'Prompt a does not exist'],
    [false, prompt, -32602, 'Tool a not found'],
    [true, resource, -32002, 'Any text'],
    [true, resource, -32602, 'Wrong', { uri: 'x:a' }],
    [false, resource, -32602, 'Wrong', { uri: 'x:b' }],
    [false, resource, -32602, 'Wrong', 'x:a'],
    [true, resource, -32602, 'Unknown resource'],
    [true, resource, -32602, 'Resource x:a not found'],
    [true, resource, -32602, 'The resource x:a does not exist'],
    [true, resource, -32602, 'No skill is served at x:a'],
    [true, resource, -32602, 'x:a is not a directory resource'],
  ])('%s: of %j by %i %j', (expected, target, code, message, data) => {
    const error = { code, message, ...(data !== undefined && { data }) }
    expect(isUnknown({ jsonrpc: '2.0', id: 7, error }, target)).toBe(expected)
  })

  test('at its beginning only', () => {
    const error = (spaces: number) => ({ code: -32602, message: `${' '.repeat(spaces)}unknown tool` })
    const of = (spaces: number) => isUnknown({ jsonrpc: '2.0', id: 7, error: error(spaces) }, tool)
    expect([of(1_012), of(1_013)]).toEqual([true, false])
  })

  test('unless it is a result, or there is none', () => {
    expect(isUnknown({ jsonrpc: '2.0', id: 7, result: {} }, tool)).toBe(false)
    expect(isUnknown(undefined, tool)).toBe(false)
  })
})
