import { expect, test } from 'vitest'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import { createLimits } from '../../protocol/limits/limits.js'
import type { HttpSendRequest } from '../../transport/http-sender.js'
import { ToolHeaders } from '../tools/tool-headers.js'
import { HttpClientTransport } from './http-client-transport.js'
import type { HttpEndpoint } from './http-endpoint.js'
import { SentSecrets } from './sent-secrets.js'
import { ServerConnections } from './server-connections.js'

/** A legacy server that refuses its stream, and what it was sent. */
function setUp() {
  const sent: (readonly [what: string, isQuiet: boolean])[] = []
  const send = async ({ method, body, isQuiet = false }: HttpSendRequest) => {
    const message = JSON.parse(body ?? '{}') as { readonly id?: number; readonly method?: string }
    sent.push([message.method ?? method, isQuiet])
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a', version: '1' } }
    const text = message.id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id: message.id, result })
    const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined)
    const status = method === 'GET' ? 405 : text === '' ? 202 : 200
    return { status, header, headers: () => [], body: chunks(text) }
  }
  const limits = createLimits({})
  const endpoint: HttpEndpoint = {
    url: new URL('https://mcp.example/mcp'),
    headers: {},
    sender: { send, close: async () => {} },
    connections: new ServerConnections(limits),
    secrets: new SentSecrets(new URL('https://mcp.example/mcp'), {}),
    nameParams: new Map(),
    sessionHeaders: { isSent: true },
    limits,
    runtime: defaultRuntime,
    onInputRequest: () => {},
    onDelivery: () => {},
    report: () => {},
  }
  const tools = new ToolHeaders(() => {})
  return {
    sent,
    transport: new HttpClientTransport({ endpoint, serve: async () => undefined, tools, onGap: () => {} }),
  }
}

async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

test('what runs by itself is sent as what nobody waits for', async () => {
  const { sent, transport } = setUp()
  const ask = (id: number, method: string, isQuiet = false) =>
    transport.request({ jsonrpc: '2.0', id, method, params: {} }, { isQuiet })
  await ask(1, 'initialize')
  transport.revision = '2025-11-25'
  transport.notify({ jsonrpc: '2.0', method: 'notifications/initialized' })
  await expect.poll(() => sent.length).toBe(3)
  await ask(2, 'ping', true)
  await ask(3, 'tools/list')
  transport.notify({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' })
  await expect.poll(() => sent.length).toBe(6)
  await transport.close()
  expect(sent).toEqual([
    ['initialize', false],
    ['notifications/initialized', false],
    ['GET', true],
    ['ping', true],
    ['tools/list', false],
    ['notifications/roots/list_changed', true],
  ])
})
