import { describe, expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Serve } from '../../protocol/exchange/exchange.js'
import { EncodedResult } from '../../protocol/results/encoded-result.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createMemoryConnection } from './memory-connection.js'

const jsonrpc = '2.0' as const
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const ask = (method: string, more = {}) => ({ jsonrpc, id: method, method, params: { ...more, _meta: meta } })
const shared = { list: [1] }

/** What a method answers with. */
const results: Record<string, unknown> = {
  value: { a: undefined, at: new Date(0), zero: -0 },
  bytes: new EncodedResult('2026-07-28', new TextEncoder().encode('{"ü":[1]}')),
  shared,
  big: { n: 1n },
  nothing: () => 1,
}

function open(wire: boolean, serve?: Serve) {
  const seen: (readonly [string, unknown])[] = []
  const answer: Serve = async (message) =>
    'id' in message ? { jsonrpc, id: message.id, result: results[message.method] } : undefined
  const logger = { error: () => {}, warn: () => {} }
  const connection = createMemoryConnection(
    { serve: serve ?? answer, environment: { logger } },
    { wire, serve: async () => undefined, onError: () => {}, tap: (from, message) => void seen.push([from, message]) },
  )
  connection.revision = '2026-07-28'
  return { connection, seen }
}

describe.each([
  ['values', false],
  ['text', true],
])('in memory, on %s', (_name, wire) => {
  const internal = { code: -32603, message: 'Internal error' }

  test.each([
    ['value', { result: { at: '1970-01-01T00:00:00.000Z', zero: 0 } }],
    ['bytes', { result: { ü: [1] } }],
    ['big', { error: internal }],
    ['nothing', { error: internal }],
  ])('the answer to %s is what a pipe would carry', async (method, expected) => {
    const { connection, seen } = open(wire)
    const response = await connection.request(ask(method))
    expect(response).toEqual({ jsonrpc, id: method, ...expected })
    expect(seen).toEqual([
      ['client', ask(method)],
      ['server', { jsonrpc, id: method, ...expected }],
    ])
    await connection.close()
  })

  test('neither side holds what the other does', async () => {
    const { connection } = open(wire)
    const first = await connection.request(ask('shared'))
    ;(first.result as typeof shared).list.push(2)
    expect((await connection.request(ask('shared'))).result).toEqual({ list: [1] })
    await connection.close()
  })

  test('a question that JSON cannot carry is not sent', async () => {
    const { connection, seen } = open(wire)
    await expect(connection.request(ask('value', { n: 1n }))).rejects.toThrow(TypeError)
    expect(seen).toEqual([])
    await connection.close()
  })

  test('what is on its way when the link closes is not served, and rejects', async () => {
    const served: string[] = []
    const { connection } = open(wire, async (message) => void served.push(message.method) as undefined)
    const answer = connection.request(ask('value'))
    const closed = connection.close()
    await expect(answer).rejects.toEqual(new OmniportError('closed', 'The connection was closed'))
    await closed
    expect(await connection.closed).toBe(undefined)
    expect(served).toEqual([])
  })

  test('a client that gives up tells the server, and the handler hears the reason', async () => {
    verifies('CAN-02')
    let signal: AbortSignal | undefined
    const { connection, seen } = open(wire, (_message, exchange) => {
      signal ??= exchange.signal
      return new Promise(() => {})
    })
    const controller = new AbortController()
    const answer = connection.request(ask('value'), { signal: controller.signal })
    await new Promise((resolve) => setTimeout(resolve, 0))
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(signal?.reason).toEqual(new DOMException('The caller cancelled', 'AbortError'))
    const params = { requestId: 'value', reason: 'The caller cancelled' }
    expect(seen.at(-1)).toEqual(['client', { jsonrpc, method: 'notifications/cancelled', params }])
    await connection.close()
  })
})
