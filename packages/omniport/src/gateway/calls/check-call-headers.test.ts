import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { jsonSchema } from '../../schema/standard/json-schema.js'
import { createServer } from '../../server/create-server.js'
import { tool } from '../../server/tools/tool.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import { startGateway } from '../fixtures/behind.js'

const input = jsonSchema({ type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } })

/** A gateway over HTTP, whose upstream is of a revision, and the methods that the upstream got. */
function start(revision: '2025-11-25' | '2026-07-28') {
  const methods: string[] = []
  const deploy = tool({ input, run: ({ region }) => `in ${region}` })
  const server = createServer({ name: 's', version: '1', tools: { deploy }, revisions: [revision] })
  server.use((next) => (message, exchange) => {
    methods.push('method' in message ? message.method : '')
    return next(message, exchange)
  })
  const { gateway } = startGateway({ u: { target: server, prefix: '' } })
  const handler = createFetchHandler(gateway, { allowedHosts: 'any' })
  const close = async () => {
    await handler.close()
    await gateway.close()
    await server.close()
  }
  return { handler, methods, close }
}

/** A modern call of `deploy`, with this header if any. */
function callFrom(region: string, header: string | undefined): Request {
  const _meta = {
    [metaKeys.protocolVersion]: '2026-07-28',
    [metaKeys.clientInfo]: { name: 'c', version: '1' },
    [metaKeys.clientCapabilities]: {},
  }
  const params = { name: 'deploy', arguments: { region }, _meta }
  return new Request('http://gateway.test/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'deploy',
      ...(header !== undefined && { 'mcp-param-region': header }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

test.each([
  ['2025-11-25', 'another value', 'west', 'Header mismatch: Mcp-Param-region says "west", the body says "east"'],
  ['2025-11-25', 'no value', undefined, 'Header mismatch: Mcp-Param-region is missing, the body says "east"'],
  ['2026-07-28', 'another value', 'west', 'Header mismatch: Mcp-Param-region says "west", the body says "east"'],
  ['2026-07-28', 'no value', undefined, 'Header mismatch: Mcp-Param-region is missing, the body says "east"'],
] as const)(
  'before an upstream of %s, %s in the header of an argument is refused, and the tool does not run',
  async (revision, _name, header, message) => {
    verifies('HTTP-74')
    const { handler, methods, close } = start(revision)
    const response = await handler(callFrom('east', header))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: -32020, message } })
    expect(methods).not.toContain('tools/call')
    await close()
  },
)

test('calls whose headers are right pass, and clients without a session do not read the tools for each call', async () => {
  const { handler, methods, close } = start('2026-07-28')
  for (const region of ['east', 'west', 'north']) {
    const response = await handler(callFrom(region, region))
    expect(await response.json()).toMatchObject({ result: { content: [{ text: `in ${region}` }] } })
  }
  expect(methods.filter((method) => method === 'tools/call')).toHaveLength(3)
  expect(methods.filter((method) => method === 'tools/list')).toHaveLength(1)
  await close()
})
