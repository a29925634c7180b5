import { describe, expect, test, vi } from 'vitest'
import type { Exchange, RpcRequest } from '#core/modern'
import type { InitializeResult, JSONRPCMessage, MessageExtraInfo } from '../types.js'
import { ModernServer } from './modern-server.js'

const hello = {
  ...{ protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1', title: 'S' } },
  capabilities: { tools: { listChanged: true }, tasks: {} },
}

function create({ servesLegacy = false, result = hello as Partial<InitializeResult> | { code: number } } = {}) {
  const delivered: JSONRPCMessage[] = []
  const extras: (MessageExtraInfo | undefined)[] = []
  const onIdle = vi.fn()
  const server: ModernServer = new ModernServer({
    deliver: (message, extra) => {
      delivered.push(message)
      extras.push(extra)
      if (!('method' in message) || !('id' in message) || message.method === 'never') return
      const { id, method } = message
      const error = 'code' in result ? { code: result.code, message: 'no' } : undefined
      const answer =
        method === 'initialize' ? (error ? { error } : { result }) : { result: { content: [], from: method } }
      queueMicrotask(() => server.take({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage, undefined))
    },
    servesLegacy: () => servesLegacy,
    onIdle,
  })
  const serve = (method: string, more: object = {}, client: object = { capabilities: {}, name: 'c', version: '2' }) => {
    const exchange = {
      ...{ signal: new AbortController().signal, revision: '2026-07-28', round: 0, state: new Map() },
      ...{ notify() {}, client },
    } as unknown as Exchange
    const message = { jsonrpc: '2.0', id: 7, method, params: {}, ...more } as RpcRequest
    return server.serve(message, exchange)
  }
  const methods = () => delivered.map((message) => ('method' in message ? message.method : undefined))
  return { server, serve, delivered, extras, methods, onIdle }
}

describe('a server', () => {
  test('is discovered, without tasks', async () => {
    const { serve } = create({ result: { ...hello, instructions: 'read' } })
    const response = (await serve('server/discover')) as { result: Record<string, unknown> }
    expect(response).toMatchObject({
      id: 7,
      result: {
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
        ...{ capabilities: { tools: { listChanged: true } }, instructions: 'read' },
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 's', version: '1', title: 'S' } },
      },
    })
    expect(response.result['capabilities']).not.toHaveProperty('tasks')
    expect(((await create().serve('server/discover')) as typeof response).result).not.toHaveProperty('instructions')
  })

  test('knows its client as one of an earlier revision, when that changes', async () => {
    const { serve, delivered, methods } = create()
    await serve('own/method')
    await serve('own/method')
    await serve('own/method', {}, { capabilities: { roots: {} } })
    expect(methods()).toEqual([
      ...['initialize', 'notifications/initialized', 'own/method', 'own/method', 'initialize', 'own/method'],
    ])
    expect([delivered[0], delivered[4]]).toMatchObject([
      { params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '2' } } },
      { params: { capabilities: { roots: {} }, clientInfo: { name: 'unknown', version: '' } } },
    ])
  })

  test('that refuses its client is asked again', async () => {
    const { serve, methods } = create({ result: { code: -32000 } })
    await expect(serve('own/method')).rejects.toMatchObject({ code: -32000, message: 'no' })
    await expect(serve('own/method')).rejects.toMatchObject({ code: -32000 })
    expect(methods()).toEqual(['initialize', 'initialize'])
  })

  test('is idle when the last call has ended', async () => {
    const { server, serve, onIdle } = create()
    const running = serve('never')
    await serve('own/method')
    expect([server.isBusy, onIdle.mock.calls.length]).toEqual([true, 0])
    server.close()
    await running
    expect(server.isBusy).toBe(false)
    expect(onIdle).toHaveBeenCalled()
  })

  test('that is closed serves nothing', async () => {
    const { server, serve, methods } = create()
    server.close()
    await expect(serve('own/method')).rejects.toMatchObject({ code: -32603, message: 'The server is closing' })
    expect(methods()).toEqual([])
  })
})

describe('a request', () => {
  test('is answered by the handlers', async () => {
    expect(await create().serve('tools/call', { params: { name: 't' } })).toMatchObject({
      ...{ id: 7, result: { resultType: 'complete', content: [], from: 'tools/call' } },
    })
  })

  test.each([
    ...['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
    ...['tasks/get', 'tasks/result', 'tasks/list', 'tasks/cancel'],
  ])('%s is of an earlier revision', async (method) => {
    const { serve, methods } = create()
    await expect(serve(method)).rejects.toMatchObject({ code: -32601, message: `Method not found: ${method}` })
    expect(methods()).toEqual(['initialize', 'notifications/initialized'])
  })

  test('with wrong parameters does not reach the handlers', async () => {
    const { serve, methods } = create()
    await expect(serve('tools/call', { params: { name: 5 } })).rejects.toMatchObject({ code: -32602 })
    expect(methods()).toEqual(['initialize', 'notifications/initialized'])
  })

  test('that is none is left alone', async () => {
    const { server, methods } = create()
    const note = { jsonrpc: '2.0', method: 'notifications/a' } as const
    expect(await server.serve(note, {} as Exchange)).toBeUndefined()
    expect(methods()).toEqual([])
  })
})

describe('a message of the handlers', () => {
  const note = { jsonrpc: '2.0', method: 'notifications/message' } as const
  const change = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const
  const question = { jsonrpc: '2.0', id: 5, method: 'roots/list' } as const

  test('is for modern clients where there are no others', async () => {
    const { server, delivered } = create()
    expect([note, change, question].map((message) => server.take(message, undefined))).toEqual([true, true, true])
    await Promise.resolve()
    expect(delivered).toMatchObject([{ id: 5, error: { code: -32600 } }])
  })

  test('is for others where it belongs to no modern call', async () => {
    const { server, delivered } = create({ servesLegacy: true })
    expect([note, change, question].map((message) => server.take(message, undefined))).toEqual([false, false, false])
    await Promise.resolve()
    expect(delivered).toEqual([])
  })

  test('that a modern call sends is not for others', async () => {
    const { server, serve, methods } = create({ servesLegacy: true })
    const running = serve('never')
    await vi.waitFor(() => expect(methods()).toContain('never'), 20_000)
    expect([server.take(change, 'modern-2'), server.take(change, 'other'), server.take(note, 'modern-2')]).toEqual([
      ...[true, false, true],
    ])
    server.close()
    await running
  })
})
