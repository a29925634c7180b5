import { describe, expect, test } from 'vitest'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import type { RpcError } from '../../packages/omniport/src/jsonrpc/messages/rpc-error.js'
import { createParking, type Parking } from '../../packages/omniport/src/parking/create-parking.js'
import type { Exchange, Middleware } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { isRequest } from '../../packages/omniport/src/protocol/exchange/is-request.js'
import { defaultLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import type { Revision } from '../../packages/omniport/src/protocol/revisions/revision.js'
import { profileOf } from '../../packages/omniport/src/protocol/revisions/revision-profile.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { createFetchHandler } from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { modernHeaders, modernRequest, postHeaders } from '../support/http-client.js'
import { createHttpRuntime } from '../support/virtual-runtime.js'
import { doors } from './doors.js'

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }

/** Answers calls by asking as a legacy server does, in the middle of the call. */
const asksInTheMiddle: Middleware = (next) => async (message, exchange) => {
  if (!isRequest(message, 'tools/call')) return next(message, exchange)
  const text = await converse(exchange)
  return { jsonrpc: '2.0', id: message.id, result: { content: [{ type: 'text', text }] } }
}

async function converse(exchange: Exchange): Promise<string> {
  const { ask, revision } = exchange
  if (ask === undefined) return 'cannot ask'
  const seen: unknown[] = []
  const sample = { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 }
  const { content } = (await ask({ method: 'sampling/createMessage', params: sample })) as { content: unknown }
  seen.push(content)
  exchange.notify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'between' } })
  if (profileOf(revision).elicitation !== 'none') {
    const [answer, roots] = await Promise.all([
      ask({ method: 'elicitation/create', params: { message: 'Who?', requestedSchema } }),
      ask({ method: 'roots/list' }),
    ])
    seen.push(answer, roots)
  }
  return JSON.stringify(seen)
}

function openServer(parking: Parking, options: Pick<Parameters<typeof createServer>[0], 'runtime' | 'limits'> = {}) {
  const tools = { t: tool({ run: () => 'never called' }) }
  const use = [parking.parkCalls(), asksInTheMiddle]
  return createServer({ name: 'asks', version: '1', tools, use, ...options })
}

const handlers: ConnectOptions = {
  sample: async () => ({ role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Ho' }] }),
  elicit: async () => ({ action: 'accept', content: { name: 'Ann' } }),
  roots: [{ uri: 'file:///home', name: 'home' }],
}

const sampled = { type: 'text', text: 'Ho' }
const all = [
  sampled,
  { action: 'accept', content: { name: 'Ann' } },
  { roots: [{ uri: 'file:///home', name: 'home' }] },
]

describe('a Serve that asks in the middle of a call', () => {
  const rows = doors.flatMap((door) => door.revisions.map((revision) => ({ where: door.name, door, revision })))

  test.each(rows)('gets its answers at $revision over $where', async ({ door, revision }) => {
    const parking = createParking({ info: { name: 'asks', version: '1' } })
    const server = openServer(parking)
    const opened = await door.open(server)
    const client = await opened.connect({ ...handlers, revision })
    const { content } = await client.callTool('t', {})
    const [block] = content
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual(expected(revision))
    expect(parking.usage.calls).toBe(0)
    await client.close()
    await opened.close()
    await parking.close()
    expect(parking.usage).toEqual({ calls: 0, bytes: 0, delivered: 0 })
  })
})

test('the times and the limits of a request do not count while its call is parked', async () => {
  const runtime = createHttpRuntime()
  const parking = createParking({ info: { name: 'asks', version: '1' }, runtime, limits: defaultLimits })
  const handle = createFetchHandler(openServer(parking, { runtime, limits: { handlerHttpMs: 1_000, inFlight: 1 } }))
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } }
  const send = async (more: object = {}) => {
    const params = { name: 't', arguments: {}, _meta, ...more }
    const body = JSON.stringify(modernRequest('tools/call', params))
    const headers = { ...postHeaders, ...modernHeaders('tools/call', params), host: 'localhost' }
    const response = await handle(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    const { result, error } = lastMessage(await response.text())
    return { ...result, error }
  }
  const rounds = [await send(), await send(), await send()]
  expect(rounds.map(({ resultType }) => resultType)).toEqual(['input_required', 'input_required', 'input_required'])
  runtime.advance(200_000)
  const answer = { role: 'assistant', model: 'm', content: sampled }
  const retry = await send({ requestState: rounds[1]?.requestState, inputResponses: { 'input-1': answer } })
  expect(retry.error).toMatchObject({ code: -32601, message: 'Method not found: elicitation/create' })
  runtime.advance(100_000)
  expect((await send({ requestState: rounds[0]?.requestState })).error).toMatchObject({ code: -32602 })
  await handle.close()
  await parking.close()
  expect([parking.usage.calls, runtime.timers]).toEqual([0, 0])
})

interface WireMessage {
  readonly result?: { readonly resultType?: string; readonly requestState?: string }
  readonly error?: RpcError
}

/** The last message of a body of either kind. */
function lastMessage(text: string): WireMessage {
  const data = text.split('\n').filter((line) => line.startsWith('data: {'))
  return JSON.parse(data.at(-1)?.slice('data: '.length) ?? text) as WireMessage // the server wrote it
}

function expected(revision: Revision): readonly unknown[] {
  return profileOf(revision).elicitation === 'none' ? [sampled] : all
}
