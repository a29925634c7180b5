import fc from 'fast-check'
import { expect } from 'vitest'
import type { Client } from '../../packages/omniport/src/client/client.js'
import { connect } from '../../packages/omniport/src/client/connect.js'
import { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { OmniportError } from '../../packages/omniport/src/values/errors/omniport-error.js'
import { VirtualRuntime } from '../support/virtual-runtime.js'
import { fuzz } from './fuzz.js'
import { jsonText } from './json-text.js'

/** One reply of a server over HTTP; `ID` in its body is the id that was asked under. */
interface HostileReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const capabilities = { tools: {}, resources: {}, prompts: {} }
const results = [
  { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' },
  { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'h', version: '1' } },
  { resultType: 'complete', content: [] },
]
const good = fc.constantFrom(...results).map((result) => `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify(result)}}`)
const refused = fc
  .constantFrom(-32601, -32020, -32021, -32022, -32000, -32001, -32600)
  .map(
    (code) => `{"jsonrpc":"2.0","id":ID,"error":{"code":${code},"message":"No","data":{"supported":["2025-11-25"]}}}`,
  )
const bad = fc.oneof(
  jsonText,
  jsonText.map((text) => `{"jsonrpc":"2.0","id":ID,"result":${text}}`),
  jsonText.map((text) => `{"jsonrpc":"2.0","id":ID,"error":${text}}`),
  jsonText.map((text) => `{"jsonrpc":"2.0","id":7,"method":"ping","params":${text}}`),
  fc.constantFrom('', '{', '<html>', '\ufeff', '[]', '{"jsonrpc":"2.0","id":"ID","result":{}}'),
)
const message = fc.oneof(
  { weight: 4, arbitrary: good },
  { weight: 1, arbitrary: refused },
  { weight: 3, arbitrary: bad },
)
const event = fc.oneof(
  { weight: 4, arbitrary: message.map((text) => `data: ${text}\n\n`) },
  fc.constantFrom(
    'retry: 0\n\n',
    'retry: 99999999999\n\n',
    'id: a\ndata: \n\n',
    ':\n\n',
    'event: endpoint\ndata: //evil\n\n',
    'data: 1',
  ),
  fc.constantFrom('event: endpoint\ndata: /messages?x\n\n', 'id: \u0000\ndata: x\n\n', 'event: x\ndata: {}\n\n', '\r'),
)

const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'Application/JSON; charset=x',
      'text/html',
      'text/event-stream',
      '',
    ),
    'mcp-session-id': fc.constantFrom('abc', '', 'x'.repeat(9_000), 'a b', '\u00ff'),
    location: fc.constantFrom('/mcp', '//evil.example', 'https://evil.example/', '%', 'file:///x'),
    'retry-after': fc.constantFrom('0', '-1', '1e99', 'x'),
    'www-authenticate': fc.constantFrom('Bearer', 'Bearer resource_metadata="x', '"'),
  },
  { requiredKeys: ['content-type'] },
)
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 202, 204, 205, 300, 301, 304, 307, 308, 400, 401, 403, 404, 405, 406, 413, 429, 500, 503, 599),
)
const body = fc.oneof(
  message,
  fc.array(event, { maxLength: 4 }).map((events) => events.join('')),
)
const reply: fc.Arbitrary<HostileReply> = fc.oneof(
  fc.record({ status, headers, body }),
  fc.record({
    status: fc.constant(200),
    headers: fc.constant({ 'content-type': 'application/json', 'mcp-session-id': 's' }),
    body: message,
  }),
  fc.record({
    status: fc.constant(200),
    headers: fc.constant({ 'content-type': 'text/event-stream' }),
    body: fc.array(event, { minLength: 1, maxLength: 5 }).map((events) => events.join('')),
  }),
)

const isBodyless = (status: number) => [204, 205, 304].includes(status)

/** A server that answers the handshake of its era well has a client that goes on. */
type Manners = 'none' | 'modern' | 'legacy'

function politely(manners: Manners, method: unknown): HostileReply | undefined {
  const [discovered, initialized] = results.map(
    (result) => `{"jsonrpc":"2.0","id":ID,"result":${JSON.stringify(result)}}`,
  )
  const json = { 'content-type': 'application/json', 'mcp-session-id': 's' }
  if (manners === 'modern' && method === 'server/discover')
    return { status: 200, headers: json, body: discovered ?? '' }
  if (manners !== 'legacy') return undefined
  if (method === 'server/discover') return { status: 400, headers: {}, body: '' }
  if (method === 'initialize') return { status: 200, headers: json, body: initialized ?? '' }
  return method === 'notifications/initialized' ? { status: 202, headers: {}, body: '' } : undefined
}

const manners = fc.constantFrom<Manners[]>('none', 'modern', 'legacy', 'legacy')

fuzz(
  'whatever a server replies over HTTP, connecting and calling settle, and nothing stays open',
  fc.asyncProperty(manners, fc.array(reply, { minLength: 1, maxLength: 6 }), async (manners, replies) => {
    let asked = 0
    const hosts = new Set<string>()
    const web: typeof fetch = async (input, init) => {
      asked += 1
      if (asked > 2_000) throw new Error('The client never gives up')
      hosts.add(new URL(String(input)).host)
      const { id = null, method } = typeof init?.body === 'string' ? JSON.parse(init.body) : { id: 1 }
      const reply = politely(manners, method) ?? replies[asked % replies.length]
      const { status, headers, body } = reply ?? { status: 404, headers: {}, body: '' }
      return new Response(isBodyless(status) ? null : body.replaceAll('ID', JSON.stringify(id)), { status, headers })
    }
    const runtime = new VirtualRuntime()
    await settles(runtime, use(web, runtime))
    expect([...hosts]).toEqual(['server.example'])
    expect(asked).toBeLessThan(2_000)
    await runtime.advance(0)
    expect(runtime.timers).toBe(0)
  }),
)

/** Rejects with nothing but errors of the library. */
async function use(web: typeof fetch, runtime: VirtualRuntime): Promise<void> {
  try {
    const client: Client = await connect('https://server.example/mcp', {
      fetch: web,
      runtime,
      timeoutMs: 5_000,
      maxTimeoutMs: 20_000,
    })
    await client.callTool('x', {}).catch(assertOurs)
    await client.close()
  } catch (reason) {
    assertOurs(reason)
  }
}

function assertOurs(reason: unknown): void {
  if (!RpcError.is(reason) && !OmniportError.is(reason)) throw reason
}

async function settles(runtime: VirtualRuntime, work: Promise<void>): Promise<void> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  work.then(settle, settle)
  await runtime.advance(0)
  for (let minute = 0; minute < 30 && !isSettled; minute += 1) await runtime.advance(20_000)
  if (!isSettled) throw new Error('Nothing happened in ten minutes')
  await work
}
