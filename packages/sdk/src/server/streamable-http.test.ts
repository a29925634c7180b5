import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import * as z from 'zod/v4'
import { expectSame, type Package } from '../../test/packages.js'

type Options = ConstructorParameters<Package['StreamableHTTPServerTransport']>[0]

const accept = { accept: 'application/json, text/event-stream' }
const json = { ...accept, 'content-type': 'application/json' }
const initialize = (id: unknown = 1, protocolVersion = '2025-06-18') => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } },
})
const call = (name: string, args: object = {}, id: unknown = 2) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { progressToken: 7 } },
})

interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Serves one transport, and gives what was sent to it and what it answered. */
async function withServer<T>(
  sdk: Package,
  options: Options,
  run: (send: (init: RequestInit & { json?: unknown }) => Promise<Seen>, url: string) => Promise<T>,
) {
  const errors: string[] = []
  const server = createTools(sdk)
  const transport = new sdk.StreamableHTTPServerTransport(options)
  transport.onerror = (error) => errors.push(error.message)
  await server.connect(transport)
  const handle = (req: IncomingMessage, res: ServerResponse) => void transport.handleRequest(req, res)
  const http = createServer(handle).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const send = async ({ json: body, ...init }: RequestInit & { json?: unknown }): Promise<Seen> => {
    const response = await fetch(url, { ...init, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const text = await response.text()
    const names = ['content-type', 'cache-control', 'mcp-session-id', 'allow', 'x-accel-buffering']
    const headers = names.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    return { status: response.status, headers: Object.fromEntries(headers), body: text }
  }
  try {
    return { seen: await run(send, url), errors }
  } finally {
    await server.close()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }
}

function createTools(sdk: Package) {
  const server = new sdk.McpServer({ name: 's', version: '1' }, { capabilities: { logging: {} } })
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('progress', {}, async (extra) => {
    await extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken: extra._meta?.progressToken ?? 0, progress: 1 },
    })
    return { content: [] }
  })
  server.registerTool('who', {}, async (extra) => {
    const { sessionId, requestId, authInfo, requestInfo } = extra
    const about = { sessionId, requestId, authInfo, type: requestInfo?.headers['content-type'] }
    return { content: [{ type: 'text', text: JSON.stringify(about) }] }
  })
  return server
}

const stateful = (options: Options = {}): Options => ({ sessionIdGenerator: () => 'the-session', ...options })
const session = { 'mcp-session-id': 'the-session' }

test('requests that are refused get the same status and the same error', async () => {
  const { seen, errors } = await expectSame((sdk) =>
    withServer(sdk, stateful(), async (send) => [
      await send({ method: 'PUT' }),
      await send({ method: 'POST', json: {}, headers: { accept: 'application/json' } }),
      await send({ method: 'POST', body: '{}', headers: { ...accept, 'content-type': 'text/plain' } }),
      await send({ method: 'POST', body: '{', headers: json }),
      await send({ method: 'POST', json: { no: 1 }, headers: json }),
      await send({ method: 'POST', json: [], headers: json }),
      await send({ method: 'POST', json: Array(101).fill(call('echo')), headers: json }),
      await send({ method: 'POST', json: call('echo'), headers: json }),
      await send({ method: 'GET', headers: { accept: 'text/html' } }),
      await send({ method: 'GET', headers: accept }),
      await send({ method: 'DELETE' }),
      await send({ method: 'POST', json: [initialize(), initialize(2)], headers: json }),
      await send({ method: 'POST', json: initialize(), headers: json }),
      await send({ method: 'POST', json: initialize(), headers: json }),
      await send({ method: 'POST', json: call('echo'), headers: json }),
      await send({ method: 'POST', json: call('echo'), headers: { ...json, 'mcp-session-id': 'other' } }),
      await send({
        method: 'POST',
        json: call('echo'),
        headers: { ...json, ...session, 'mcp-protocol-version': '1999-01-01' },
      }),
      await send({ method: 'DELETE', headers: session }),
      await send({ method: 'POST', json: call('echo'), headers: { ...json, ...session } }),
    ]),
  )
  expect(seen.map(({ status }) => status)).toEqual([
    405, 406, 415, 400, 400, 400, 400, 400, 406, 400, 400, 400, 200, 400, 400, 404, 400, 200, 404,
  ])
  expect(errors).toContain('Bad Request: Mcp-Session-Id header is required')
})

test.each([
  ['streams', false],
  ['JSON', true],
])('a session is served with %s', async (_, enableJsonResponse) => {
  const { seen } = await expectSame((sdk) =>
    withServer(sdk, stateful({ enableJsonResponse }), async (send) => {
      const post = (value: unknown) => send({ method: 'POST', json: value, headers: { ...json, ...session } })
      return [
        await send({ method: 'POST', json: initialize(), headers: json }),
        await post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        await post(call('echo', { text: 'a' })),
        await post(call('echo', { text: 1 })),
        await post(call('progress')),
        await post(call('who', {}, 'id')),
        await post([call('echo', { text: 'a' }, 5), call('echo', { text: 'b' }, 6)]),
        await post({ jsonrpc: '2.0', id: 9, method: 'no/such' }),
        await post({ jsonrpc: '2.0', id: 10, method: 'tools/list' }),
      ]
    }),
  )
  expect(seen.map(({ status }) => status)).toEqual([200, 202, 200, 200, 200, 200, 200, 200, 200])
  expect(seen[5]?.body).toContain('the-session')
})

test('a body that a framework has parsed is taken, with the token it has checked', async () => {
  const { seen } = await expectSame((sdk) => {
    const original = sdk.StreamableHTTPServerTransport.prototype.handleRequest
    const sent: unknown[] = []
    sdk.StreamableHTTPServerTransport.prototype.handleRequest = async function (req, res) {
      const body: unknown[] = []
      for await (const chunk of req) body.push(chunk)
      const auth = { token: 't', clientId: 'c', scopes: ['a'] }
      const parsed = JSON.parse(Buffer.concat(body as Buffer[]).toString())
      await original.call(this, Object.assign(req, { auth }), res, parsed)
      sent.push(res.writableFinished)
    }
    return withServer(sdk, stateful(), async (send) => [
      await send({ method: 'POST', json: initialize(), headers: json }),
      await send({ method: 'POST', json: call('who'), headers: { ...json, ...session } }),
      sent.length > 0 && sent.every((each) => each === true),
    ]).finally(() => {
      sdk.StreamableHTTPServerTransport.prototype.handleRequest = original
    })
  })
  expect(JSON.stringify(seen)).toContain('clientId')
})

test('the web-standard transport serves the same', async () => {
  const seen = await expectSame(async (sdk) => {
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({})
    await createTools(sdk).connect(transport)
    const request = (value: unknown) =>
      new Request('http://localhost/mcp', { method: 'POST', headers: json, body: JSON.stringify(value) })
    const response = await transport.handleRequest(request(call('progress')), {
      authInfo: { token: 't', clientId: 'c', scopes: [] },
    })
    const headers = Object.fromEntries(response.headers)
    const again = await transport.handleRequest(request(call('progress'))).catch((error: Error) => error.message)
    const body = await response.text()
    await transport.close()
    const closed = await transport.handleRequest(request(call('progress')))
    return [response.status, headers, body, again, closed.status, await closed.text()]
  })
  expect(seen[4]).toBe(404)
})

test('a transport starts once', async () => {
  const seen = await expectSame(async (sdk) => {
    const transport = new sdk.StreamableHTTPServerTransport({})
    await transport.start()
    return transport.start().catch((reason: Error) => reason.message)
  })
  expect(seen).toBe('Transport already started')
})
