import { describe, expect, test } from 'vitest'
import type { RpcErrorObject, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { encodeResponse, withoutServerInfo } from './encode-response.js'
import type { UpstreamCall } from './upstream-call.js'

interface Between {
  readonly from?: Revision
  readonly to?: Revision
  readonly method?: string
}

function encode(
  response: Partial<RpcResponse>,
  { from = '2026-07-28', to = '2025-11-25', method = 'tools/call' }: Between = {},
) {
  const call = {
    message: { jsonrpc: '2.0', id: 'of the client', method },
    exchange: { revision: to },
    open: { revision: from, profile: profileOf(from), info: { name: 'up', version: '1' } },
  } as unknown as UpstreamCall
  return encodeResponse({ jsonrpc: '2.0', id: 'of the gateway', ...response } as RpcResponse, call)
}

const failing = (error: RpcErrorObject, between: Between) => {
  const { error: encoded, result } = encode({ error }, between)
  return encoded ?? result
}

const content = [{ type: 'text', text: 'x' }]
const same = { from: '2025-11-25', to: '2025-11-25' } as const

describe('a response', () => {
  test('of the revision of the client passes as it is, under the id of its request', () => {
    const result = { anything: true }
    expect(encode({ result }, same)).toEqual({ jsonrpc: '2.0', id: 'of the client', result })
    expect(encode({ result }, same).result).toBe(result)
    const error = { code: -32002, message: 'x', data: 1 }
    expect(encode({ error }, same)).toEqual({ jsonrpc: '2.0', id: 'of the client', error })
  })

  test('of a modern upstream loses what a legacy client does not know', () => {
    const _meta = { [metaKeys.serverInfo]: { name: 'up', version: '1' }, mine: 1 }
    const { result } = encode({ result: { resultType: 'complete', content, _meta } })
    expect(result).toEqual({ content, _meta: { mine: 1 } })
  })

  test('of a legacy upstream gets what a modern client wants', () => {
    const { result } = encode({ result: { content } }, { from: '2025-11-25', to: '2026-07-28' })
    expect(result).toMatchObject({ resultType: 'complete', content, _meta: { [metaKeys.serverInfo]: { name: 'up' } } })
  })

  test('to a method of somebody passes between legacy revisions', () => {
    const result = { anything: true }
    const between = { from: '2025-06-18', to: '2025-11-25', method: 'x/y' } as const
    expect(encode({ result }, between).result).toBe(result)
  })

  test('that cannot be one is refused', () => {
    expect(() => encode({ result: { content: 'no list' } })).toThrow(
      expect.objectContaining({ code: 'invalid_result' }),
    )
    expect(() => encode({ result: { content: 'no list' } }, { from: '2025-06-18', to: '2025-11-25' })).toThrow(
      expect.objectContaining({ code: 'invalid_result' }),
    )
  })
})

describe('an error', () => {
  test('that both know stays', () => {
    const error = { code: -32602, message: 'wrong', data: { a: 1 } }
    expect(failing(error, {})).toEqual(error)
  })

  test('of a resource that is not there has the code of the client, and its own text', () => {
    const data = { uri: 'a:b' }
    const read = { method: 'resources/read' } as const
    const legacy = { code: -32002, message: 'gone', data }
    const modern = { code: -32602, message: 'gone', data }
    expect(failing(modern, { ...read, from: '2026-07-28', to: '2025-11-25' })).toEqual(legacy)
    expect(failing(legacy, { ...read, from: '2025-11-25', to: '2026-07-28' })).toEqual(modern)
    expect(failing(modern, { method: 'resources/subscribe' })).toEqual(legacy)
  })

  test.each<[string, RpcErrorObject, string]>([
    ['of another method', { code: -32602, message: 'x', data: { uri: 'a:b' } }, 'tools/call'],
    ['by another code', { code: -32603, message: 'x', data: { uri: 'a:b' } }, 'resources/read'],
    ['without a URI', { code: -32602, message: 'x' }, 'resources/read'],
    ['with a URI that is none', { code: -32602, message: 'x', data: { uri: 5 } }, 'resources/read'],
  ])('%s is not that of a resource', (_what, error, method) => {
    expect(failing(error, { method })).toEqual(error)
  })

  test('of a capability that is missing is a failure of the tool for a legacy client', () => {
    const error = { code: -32021, message: 'needs sampling' }
    expect(failing(error, {})).toEqual({ content: [{ type: 'text', text: 'needs sampling' }], isError: true })
    expect(failing(error, { method: 'prompts/get' })).toMatchObject({ message: 'needs sampling' })
    expect(encode({ error }, { method: 'prompts/get' }).error?.code).not.toBe(-32021)
    expect(failing(error, { from: '2025-11-25', to: '2026-07-28' })).toMatchObject({ code: -32021 })
  })
})

describe('a result without the name of its server', () => {
  const info = { [metaKeys.serverInfo]: { name: 'up' } }

  test.each<[object, object]>([
    [{ a: 1, _meta: info }, { a: 1 }],
    [
      { a: 1, _meta: { ...info, b: 2 } },
      { a: 1, _meta: { b: 2 } },
    ],
  ])('%j', (result, expected) => {
    expect(withoutServerInfo(result)).toStrictEqual(expected)
  })

  test.each<[{ readonly _meta?: unknown }]>([[Object({ a: 1 })], [{ _meta: 'x' }], [{ _meta: { b: 2 } }]])(
    'is the same where it has none: %j',
    (result) => {
      expect(withoutServerInfo(result)).toBe(result)
    },
  )
})
