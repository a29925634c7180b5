import { expect, test } from 'vitest'
import { asPrincipal } from '#test/support/as-principal.js'
import { connectRaw, type RawConnection } from '#test/support/connect-raw.js'
import { createServer } from '../server/create-server.js'
import { tool } from '../server/tools/tool.js'
import { createFetchHandler } from '../transport/http/create-fetch-handler.js'
import { createNamedServer, startGateway } from './fixtures/behind.js'

type Json = Readonly<Record<string, unknown>>

const capabilities = { elicitation: { form: {} } }
const form = { type: 'object', properties: { name: { type: 'string' } } } as const

/** A legacy server that asks, and notes what became of its calls. */
function createAsking() {
  const ends: string[] = []
  const server = createServer({
    name: 'asking',
    version: '1',
    revisions: ['2025-11-25'],
    tools: {
      ask: tool({
        run: async (_args, ctx) => {
          const { action } = await ctx.elicit('Name?', form)
          ends.push(action)
          return action
        },
      }),
      plain: tool({ run: () => 'plain' }),
    },
  })
  return { server, ends }
}

async function retry(client: RawConnection, first: Json): Promise<Awaited<ReturnType<RawConnection['request']>>> {
  const [key = ''] = Object.keys(first['inputRequests'] as Json)
  const inputResponses = { [key]: { action: 'accept', content: { name: 'Ada' } } }
  const { requestState } = first
  return client.request('tools/call', { name: 'ask', arguments: {}, inputResponses, requestState })
}

async function park(client: RawConnection): Promise<Json> {
  const { result = {} } = await client.request('tools/call', { name: 'ask', arguments: {} })
  expect(result['resultType']).toBe('input_required')
  return result
}

test('a parked call of an upstream that is replaced may still be answered, for drainMs', async () => {
  const { server, ends } = createAsking()
  const { gateway } = startGateway({ a: { target: server, prefix: '' } }, { limits: { drainMs: 2_000 } })
  const client = await connectRaw(asPrincipal(gateway, 'ann'), { revision: '2026-07-28', capabilities })
  const first = await park(client)
  gateway.replaceUpstreams({ a: { target: server, prefix: '' }, other: createNamedServer('other', ['x']) })
  expect((await retry(client, first)).result).toMatchObject({ content: [{ type: 'text', text: 'accept' }] })
  expect(ends).toEqual(['accept'])
  client.close()
  await gateway.close()
  await server.close()
})

test('a parked call of an upstream that is taken away is cancelled, and its retry says what may have happened', async () => {
  const { server, ends } = createAsking()
  const { gateway } = startGateway(
    { a: { target: server, prefix: '' }, other: createNamedServer('other', ['x']) },
    { limits: { drainMs: 20 } },
  )
  const client = await connectRaw(asPrincipal(gateway, 'ann'), { revision: '2026-07-28', capabilities })
  const first = await park(client)
  gateway.replaceUpstreams({ a: { target: server, prefix: '', timeoutMs: 5_000 } })
  await expect.poll(() => ends).toEqual(['cancel'])
  const late = await retry(client, first)
  expect(late.error).toMatchObject({ code: -32602, message: expect.stringContaining('its effect may have happened') })
  expect(ends).toEqual(['cancel'])
  client.close()
  await gateway.close()
  await server.close()
})

test('parked calls do not count as requests in flight', async () => {
  const { server } = createAsking()
  // Over HTTP each question names its call.
  const upstream = createFetchHandler(server, { allowedHosts: ['a.test'] })
  const { gateway } = startGateway(
    { a: { target: 'http://a.test/mcp', prefix: '' } },
    { limits: { inFlight: 2 }, fetch: (input, init) => upstream(new Request(input, init)) },
  )
  const handler = createFetchHandler(asPrincipal(gateway, 'ann'), { allowedHosts: ['g.test'] })
  const call = async (name: string, id: number): Promise<Json> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    }
    const response = await handler(
      new Request('http://g.test/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {}, _meta } }),
      }),
    )
    const text = await response.text()
    return (JSON.parse(text.replace(/^[\s\S]*?(?=\{"jsonrpc)/, '').split('\n')[0] ?? '') as { result: Json }).result
  }
  const kinds: unknown[] = []
  for (let id = 1; id <= 4; id += 1) kinds.push((await call('ask', id))['resultType'])
  expect(kinds).toEqual(Array.from({ length: 4 }, () => 'input_required'))
  await handler.close()
  await gateway.close()
  await upstream.close()
  await server.close()
})
