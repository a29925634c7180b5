import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from './eventually.js'
import { implementations, type Sdk } from './implementations.js'
import { createProvider } from './recording-provider.js'
import { type RecordingServer, type Routes, startRecordingServer } from './recording-server.js'

let server: RecordingServer
const opened: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const transport of opened.splice(0)) await transport.close()
  await server.close()
})

const ask = { jsonrpc: '2.0', id: 1, method: 'ping' } as const
const answer = { jsonrpc: '2.0', id: 1, result: {} } as const

type Options = ConstructorParameters<Sdk['SSEClientTransport']>[1]

async function create(sdk: Sdk, routes: Routes | ((origin: string) => Routes), options?: Options) {
  server = await startRecordingServer(typeof routes === 'function' ? routes : () => routes)
  const transport = new sdk.SSEClientTransport(new URL(`${server.origin}/sse`), options)
  const received: unknown[] = []
  transport.onmessage = (message) => void received.push(message)
  transport.onerror = (error) => void received.push(`error: ${error.message}`)
  transport.onclose = () => void received.push('closed')
  opened.push(transport)
  return { transport, received }
}

/** Answers with a stream that stays open unless it `ends`. */
function stream(events: string[], ends = false) {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(event)
    if (ends) response.end()
  }
}

const endpoint = 'event: endpoint\ndata: /message?s=1\n\n'
const event = (message: object) => `data: ${JSON.stringify(message)}\n\n`

describe.each(implementations)('SSEClientTransport of %s', (_, sdk) => {
  test('sends to the address that the stream names, and delivers what comes on the stream', async () => {
    const { transport, received } = await create(
      sdk,
      { 'GET /sse': stream([endpoint, event(answer), 'data: {\n\n', event({})]), 'POST /message?s=1': { status: 202 } },
      { requestInit: { headers: { 'x-own': 'a' } } },
    )
    await expect(transport.send(ask)).rejects.toThrow('Not connected')
    await transport.start()
    transport.setProtocolVersion('2024-11-05')
    await transport.send(ask)
    await eventually(() => expect(received).toHaveLength(3))
    expect(received).toEqual([answer, expect.stringMatching(/^error: .*JSON/), expect.stringMatching(/^error: \[/)])
    const [get, post] = server.requests
    expect(get?.headers).toMatchObject({ accept: 'text/event-stream', 'x-own': 'a' })
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-own': 'a',
      'mcp-protocol-version': '2024-11-05',
    })
    expect(JSON.parse(post?.body ?? '')).toEqual(ask)
    await expect(transport.start()).rejects.toThrow('SSEClientTransport already started!')
    await transport.close()
    expect(received.at(-1)).toBe('closed')
  })

  test.each([
    [{ status: 404 }, 404, 'Non-200 status code (404)'],
    [{ status: 204 }, 204, 'Server sent HTTP 204, not reconnecting'],
    [{ status: 200, text: 'x' }, 200, 'Invalid content type, expected "text/event-stream"'],
    [
      { status: 302, headers: { location: 'http://other.example/' } },
      302,
      "Redirect to http://other.example/ not followed (redirectPolicy: 'same-origin')",
    ],
  ])('rejects when the stream cannot be opened: %o', async (reply, code, message) => {
    const { transport, received } = await create(sdk, { 'GET /sse': reply })
    const error = await transport.start().catch((reason) => reason)
    expect(error).toBeInstanceOf(sdk.SseError)
    expect(error).toMatchObject({ code, message: `SSE error: ${message}`, event: { type: 'error', code } })
    expect(received).toEqual([`error: SSE error: ${message}`])
  })

  test('rejects when nobody listens', async () => {
    const { transport, received } = await create(sdk, {})
    await server.close()
    await expect(transport.start()).rejects.toThrow(/^SSE error: TypeError: fetch failed: .*ECONNREFUSED/)
    expect(received).toHaveLength(1)
    await transport.close()
    server = await startRecordingServer(() => ({}))
  })

  test('does not send anywhere else', async () => {
    const { transport, received } = await create(sdk, {
      'GET /sse': stream(['event: endpoint\ndata: http://other.example/x\n\n']),
    })
    const problem = 'Endpoint origin does not match connection origin: http://other.example'
    await expect(transport.start()).rejects.toThrow(problem)
    expect(received).toEqual([`error: ${problem}`, 'closed'])
  })

  test('opens the stream again when it ends, and takes the new address', async () => {
    const again = 'event: endpoint\ndata: /message?s=2\n\n'
    const { transport, received } = await create(sdk, {
      'GET /sse': [stream([`retry: 10\n${endpoint}`], true), stream([again, event(answer)])],
      'POST /message?s=2': { status: 202 },
    })
    await transport.start()
    await eventually(() => expect(received).toContainEqual(answer))
    expect(received[0]).toBe('error: SSE error: undefined')
    await transport.send(ask)
    expect(server.lines()).toEqual(['GET /sse', 'GET /sse', 'POST /message?s=2'])
  })

  test('rejects what the server refuses', async () => {
    const { transport, received } = await create(sdk, {
      'GET /sse': stream([endpoint]),
      'POST /message?s=1': { status: 400, text: 'bad' },
    })
    await transport.start()
    await expect(transport.send(ask)).rejects.toThrow('Error POSTing to endpoint (HTTP 400): bad')
    expect(received).toEqual(['error: Error POSTing to endpoint (HTTP 400): bad'])
  })

  test('the request of the stream may be sent by a fetch of its own', async () => {
    const sent: string[] = []
    const { transport } = await create(
      sdk,
      { 'GET /sse': stream([endpoint]) },
      {
        eventSourceInit: {
          fetch: (url, init) => {
            sent.push(`${url}`)
            return fetch(url, { ...init, headers: { ...init.headers, 'x-stream': '1' } })
          },
        },
      },
    )
    await transport.start()
    expect(sent).toEqual([`${server.origin}/sse`])
    expect(server.requests[0]?.headers['x-stream']).toBe('1')
  })

  const authorized = (origin: string): Routes => ({
    'GET /prm': { json: { resource: `${origin}/sse`, authorization_servers: [origin] } },
    'GET /.well-known/oauth-authorization-server': {
      json: {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
      },
    },
    'POST /token': { json: { access_token: 'new', token_type: 'Bearer' } },
  })
  const refusal = (origin: string) => ({
    status: 401,
    headers: { 'www-authenticate': `Bearer resource_metadata="${origin}/prm"` },
  })
  const authFlow = ['GET /prm', 'GET /.well-known/oauth-authorization-server', 'POST /token']

  test('gets new tokens for the stream and for messages', async () => {
    const tokens = { access_token: 'old', token_type: 'Bearer', refresh_token: 'rt', issuer: '' }
    const provider = createProvider({ stored: { client: { client_id: 'c', issuer: '' }, tokens } })
    const { transport, received } = await create(
      sdk,
      (origin) => ({
        ...authorized(origin),
        'GET /sse': [refusal(origin), stream([endpoint])],
        'POST /message?s=1': [refusal(origin), { status: 202 }],
      }),
      { authProvider: provider },
    )
    Object.assign(provider.stored.client ?? {}, { issuer: server.origin })
    Object.assign(tokens, { issuer: server.origin })
    await transport.start()
    await transport.send(ask)
    expect(server.lines()).toEqual([
      ...['GET /sse', ...authFlow, 'GET /sse'],
      ...['POST /message?s=1', ...authFlow, 'POST /message?s=1'],
    ])
    const authorizations = server.requests.filter(({ path }) => path.startsWith('/sse') || path.startsWith('/mess'))
    expect(authorizations.map(({ headers }) => headers.authorization)).toEqual([
      ...['Bearer old', 'Bearer new', 'Bearer new', 'Bearer new'],
    ])
    expect(received).toEqual([])
  })

  test('sends a person to the server', async () => {
    const provider = createProvider({ stored: { client: { client_id: 'c', issuer: '' } } })
    const { transport } = await create(sdk, (origin) => ({ ...authorized(origin), 'GET /sse': refusal(origin) }), {
      authProvider: provider,
    })
    Object.assign(provider.stored.client ?? {}, { issuer: server.origin })
    await expect(transport.start()).rejects.toThrow(sdk.UnauthorizedError)
    await transport.finishAuth('code')
    expect(provider.stored.tokens).toMatchObject({ access_token: 'new' })
  })
})
