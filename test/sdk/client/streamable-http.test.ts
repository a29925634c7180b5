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
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
const fast = { initialReconnectionDelay: 1, maxReconnectionDelay: 1, reconnectionDelayGrowFactor: 1, maxRetries: 2 }

type Options = ConstructorParameters<Sdk['StreamableHTTPClientTransport']>[1]

/** A started transport, and what it received. */
async function open(sdk: Sdk, routes: Routes | ((origin: string) => Routes), options: Options = {}) {
  server = await startRecordingServer(typeof routes === 'function' ? routes : () => routes)
  const transport = new sdk.StreamableHTTPClientTransport(new URL(`${server.origin}/mcp`), {
    reconnectionOptions: fast,
    ...options,
  })
  const received: unknown[] = []
  transport.onmessage = (message) => void received.push(message)
  transport.onerror = (error) => void received.push(`error: ${error.message}`)
  transport.onclose = () => void received.push('closed')
  await transport.start()
  opened.push(transport)
  return { transport, received }
}

/** Answers with a stream of events that stays open, or ends. */
function stream(events: string[], { ends = true } = {}) {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) response.write(event)
    if (ends) response.end()
    else response.flushHeaders()
  }
}

const event = (message: object, id?: string) => `${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(message)}\n\n`

describe.each(implementations)('StreamableHTTPClientTransport of %s', (_, sdk) => {
  test('sends a message with the headers of the session, and delivers a JSON reply', async () => {
    const headers = { 'mcp-session-id': 's-1' }
    const { transport, received } = await open(
      sdk,
      { 'POST /mcp': { json: answer, headers } },
      {
        requestInit: { headers: { 'x-own': 'a' } },
      },
    )
    expect([transport.sessionId, transport.protocolVersion]).toEqual([undefined, undefined])
    await transport.send(ask)
    transport.setProtocolVersion('2025-06-18')
    await transport.send(ask)
    expect(transport.sessionId).toBe('s-1')
    expect(transport.protocolVersion).toBe('2025-06-18')
    expect(received).toEqual([answer, answer])
    const [first, second] = server.requests
    expect(JSON.parse(first?.body ?? '')).toEqual(ask)
    expect(first?.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-own': 'a',
    })
    expect(first?.headers).not.toHaveProperty('mcp-session-id')
    expect(second?.headers).toMatchObject({ 'mcp-session-id': 's-1', 'mcp-protocol-version': '2025-06-18' })
  })

  test('starts once', async () => {
    const { transport } = await open(sdk, {})
    await expect(transport.start()).rejects.toThrow(
      'StreamableHTTPClientTransport already started! If using Client class, note that connect() calls start() automatically.',
    )
  })

  test('delivers the messages of a stream, and reports what is none', async () => {
    const events = [': hi\n\n', event({ jsonrpc: '2.0', method: 'notifications/x' }), 'data: {\n\n', event({ no: 1 })]
    const { transport, received } = await open(sdk, { 'POST /mcp': stream([...events, 'data:\n\n', event(answer)]) })
    await transport.send(ask)
    await eventually(() => expect(received).toHaveLength(4))
    expect(received[0]).toEqual({ jsonrpc: '2.0', method: 'notifications/x' })
    expect(received[1]).toMatch(/^error: .*JSON/)
    expect(received[2]).toMatch(/^error: \[/)
    expect(received[3]).toEqual(answer)
  })

  test('opens the stream of the server after the handshake, and again when it ends', async () => {
    const note = (n: number) => ({ jsonrpc: '2.0', method: `notifications/n${n}` })
    const { transport, received } = await open(sdk, {
      'POST /mcp': { status: 202 },
      'GET /mcp': [stream(['retry: 5\n', event(note(1), 'e1')]), stream([event(note(2), 'e2')], { ends: false })],
    })
    await transport.send(initialized)
    await eventually(() => expect(received).toEqual([note(1), note(2)]))
    expect(server.lines()).toEqual(['POST /mcp', 'GET /mcp', 'GET /mcp'])
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, undefined, 'e1'])
    expect(server.requests[1]?.headers.accept).toBe('text/event-stream')
  })

  test('goes on without a stream of the server', async () => {
    const { transport, received } = await open(sdk, { 'POST /mcp': { status: 202 }, 'GET /mcp': { status: 405 } })
    await transport.send(initialized)
    await eventually(() => expect(server.lines()).toEqual(['POST /mcp', 'GET /mcp']))
    await transport.close()
    expect(received).toEqual(['closed'])
  })

  test('tells twice that the stream of the server cannot be opened', async () => {
    const { transport, received } = await open(sdk, { 'POST /mcp': { status: 202 }, 'GET /mcp': { status: 500 } })
    await transport.send(initialized)
    const error = 'error: Streamable HTTP error: Failed to open SSE stream: Internal Server Error'
    await eventually(() => expect(received).toEqual([error, error]))
  })

  test('resumes a request whose stream broke off, and tells where it is', async () => {
    const { transport, received } = await open(sdk, {
      'POST /mcp': stream(['id: p1\ndata:\n\n']),
      'GET /mcp': stream([event(answer, 'p2')]),
    })
    const ids: string[] = []
    await transport.send(ask, { onresumptiontoken: (id) => void ids.push(id) })
    await eventually(() => expect(received).toEqual([answer]))
    expect(ids).toEqual(['p1', 'p2'])
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'p1'])
  })

  test('does not resume a stream without ids', async () => {
    const { transport, received } = await open(sdk, { 'POST /mcp': stream([': nothing\n\n']) })
    await transport.send(ask)
    await transport.close()
    expect(server.lines()).toEqual(['POST /mcp'])
    expect(received).toContain('closed')
  })

  test('gives up after some attempts', async () => {
    const { transport, received } = await open(sdk, {
      'POST /mcp': stream(['id: p1\ndata:\n\n']),
      'GET /mcp': { status: 503 },
    })
    await transport.send(ask)
    await eventually(() => expect(received).toHaveLength(5))
    const failed = 'Failed to open SSE stream: Service Unavailable'
    expect(received).toEqual([
      `error: Streamable HTTP error: ${failed}`,
      `error: Failed to reconnect SSE stream: Streamable HTTP error: ${failed}`,
      `error: Streamable HTTP error: ${failed}`,
      `error: Failed to reconnect SSE stream: Streamable HTTP error: ${failed}`,
      'error: Maximum reconnection attempts (2) exceeded.',
    ])
  })

  test('resumes an earlier request in the name of another', async () => {
    const { transport, received } = await open(sdk, { 'GET /mcp': stream([event({ ...answer, id: 77 }, 'p9')]) })
    await transport.send({ ...ask, id: 5 }, { resumptionToken: 'p8' })
    await eventually(() => expect(received).toEqual([{ ...answer, id: 5 }]))
    expect(server.lines()).toEqual(['GET /mcp'])
    expect(server.requests[0]?.headers['last-event-id']).toBe('p8')
    const ids: string[] = []
    await transport.resumeStream('p9', { onresumptiontoken: (id) => void ids.push(id) })
    await eventually(() => expect(ids).toEqual(['p9']))
  })

  test.each([
    [{ status: 500, text: 'boom' }, 500, 'Error POSTing to endpoint: boom'],
    [{ status: 401, text: 'no' }, 401, 'Error POSTing to endpoint: no'],
    [
      { status: 200, text: '<html>', headers: { 'content-type': 'text/html' } },
      -1,
      'Unexpected content type: text/html',
    ],
    [{ status: 200, text: 'x' }, -1, 'Unexpected content type: null'],
    [
      { status: 302, headers: { location: 'http://other.example/?a=1' } },
      302,
      "Error POSTing to endpoint: Redirect to http://other.example/ not followed (redirectPolicy: 'same-origin')",
    ],
  ])('rejects for %o', async (reply, code, message) => {
    const { transport, received } = await open(sdk, { 'POST /mcp': reply })
    const error = await transport.send(ask).catch((reason) => reason)
    expect(error).toBeInstanceOf(sdk.StreamableHTTPError)
    expect(error).toMatchObject({ code, message: `Streamable HTTP error: ${message}` })
    expect(received).toEqual([`error: Streamable HTTP error: ${message}`])
  })

  test('rejects for a reply that is no message', async () => {
    const { transport, received } = await open(sdk, { 'POST /mcp': { json: { jsonrpc: '2.0', id: 1 } } })
    const error = await transport.send(ask).catch((reason) => reason)
    expect(error.name).toBe('ZodError')
    expect(received).toHaveLength(1)
  })

  test('follows a redirect within the origin with the message', async () => {
    const { transport, received } = await open(sdk, {
      'POST /mcp': { status: 307, headers: { location: '/moved' } },
      'POST /moved': { json: [answer] },
    })
    await transport.send(ask)
    expect(received).toEqual([answer])
    expect(server.requests.map(({ body }) => body)).toEqual([JSON.stringify(ask), JSON.stringify(ask)])
  })

  test.each([
    [200, undefined, undefined],
    [405, undefined, undefined],
    [400, 'Streamable HTTP error: Failed to terminate session: Bad Request', 's-1'],
  ])('ends the session; the server says %d', async (status, problem, session) => {
    const routes = { 'DELETE /mcp': { status } }
    const { transport, received } = await open(sdk, routes, { sessionId: 's-1' })
    const error = await transport.terminateSession().catch((reason) => reason)
    expect(error?.message).toBe(problem)
    expect(transport.sessionId).toBe(session)
    expect(received).toEqual(problem === undefined ? [] : [`error: ${problem}`])
    expect(server.requests[0]?.headers['mcp-session-id']).toBe('s-1')
  })

  test('without a session there is nothing to end', async () => {
    const { transport } = await open(sdk, {})
    await transport.terminateSession()
    expect(server.lines()).toEqual([])
  })

  test('closing ends its streams, and says that they broke', async () => {
    const { transport, received } = await open(sdk, { 'POST /mcp': stream([event(answer)], { ends: false }) })
    await transport.send({ ...ask, id: 2 })
    await eventually(() => expect(received).toEqual([answer]))
    await transport.close()
    await eventually(() => expect(received).toHaveLength(3))
    expect(received.slice(1)).toEqual(['closed', expect.stringMatching(/^error: SSE stream disconnected: AbortError/)])
  })

  const authorized = (origin: string): Routes => ({
    'GET /prm': { json: { resource: `${origin}/mcp`, authorization_servers: [origin] } },
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

  const challenge = (origin: string, params = '') => ({
    'www-authenticate': `Bearer resource_metadata="${origin}/prm"${params}`,
  })

  const authFlow = ['GET /prm', 'GET /.well-known/oauth-authorization-server', 'POST /token']

  /** A client with tokens of this server, which can be refreshed. */
  function signedIn(tokens: object = { access_token: 'old', token_type: 'Bearer', refresh_token: 'rt' }) {
    return createProvider({ stored: { client: { client_id: 'c', issuer: '' }, tokens: { ...tokens, issuer: '' } } })
  }

  /** The stored credentials belong to the server that a test has started. */
  function bind(provider: ReturnType<typeof signedIn>) {
    for (const stored of [provider.stored.client, provider.stored.tokens]) {
      Object.assign(stored ?? {}, { issuer: server.origin })
    }
  }

  test('gets new tokens when the server refuses the old ones, and sends the message again', async () => {
    const provider = signedIn()
    const { transport, received } = await open(
      sdk,
      (origin) => ({
        ...authorized(origin),
        'POST /mcp': [{ status: 401, headers: challenge(origin, ', scope="a b"') }, { json: answer }],
      }),
      { authProvider: provider },
    )
    bind(provider)
    await transport.send(ask)
    expect(server.lines()).toEqual(['POST /mcp', ...authFlow, 'POST /mcp'])
    expect(server.requests[0]?.headers.authorization).toBe('Bearer old')
    expect(server.requests[4]?.headers.authorization).toBe('Bearer new')
    expect(received).toEqual([answer])
  })

  test('gives up when the server refuses new tokens too', async () => {
    const provider = signedIn()
    const { transport, received } = await open(
      sdk,
      (origin) => ({ ...authorized(origin), 'POST /mcp': { status: 401, headers: challenge(origin) } }),
      { authProvider: provider },
    )
    bind(provider)
    const message = 'Streamable HTTP error: Server returned 401 after successful authentication'
    await expect(transport.send(ask)).rejects.toThrow(message)
    expect(server.lines()).toEqual(['POST /mcp', ...authFlow, 'POST /mcp'])
    expect(received[0]).toBe(`error: ${message}`)
  })

  test('asks for more scopes when the server wants them', async () => {
    const provider = signedIn()
    const { transport, received } = await open(
      sdk,
      (origin) => ({
        ...authorized(origin),
        'POST /mcp': [
          { status: 403, headers: challenge(origin, ', error="insufficient_scope", scope="more"') },
          { json: answer },
        ],
      }),
      { authProvider: provider },
    )
    bind(provider)
    await transport.send(ask)
    expect(server.lines()).toEqual(['POST /mcp', ...authFlow, 'POST /mcp'])
    expect(received).toEqual([answer])
  })

  test('sends a person to the server, and takes the code', async () => {
    const provider = createProvider({ stored: { client: { client_id: 'c', issuer: '' } } })
    const { transport, received } = await open(
      sdk,
      (origin) => ({
        ...authorized(origin),
        'POST /mcp': [{ status: 401, headers: challenge(origin) }, { json: answer }],
      }),
      { authProvider: provider },
    )
    bind(provider)
    await expect(transport.send(ask)).rejects.toThrow(sdk.UnauthorizedError)
    expect(received).toEqual(['error: Unauthorized'])
    expect(provider.calls.map(([name]) => name)).toContain('redirectToAuthorization')
    await transport.finishAuth('code')
    await transport.send(ask)
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer new')
  })

  test('takes no code without a provider', async () => {
    const { transport } = await open(sdk, {})
    await expect(transport.finishAuth('code')).rejects.toThrow('No auth provider')
  })
})

describe('what is better than in the official SDK', () => {
  const [[, official], [, replacement]] = implementations as [[string, Sdk], [string, Sdk]]

  test('a stream that breaks twice goes on after the last event of the first part', async () => {
    const routes = () => ({
      'POST /mcp': { status: 202 },
      'GET /mcp': [
        stream([event({ jsonrpc: '2.0', method: 'notifications/a' }, 'e1')]),
        stream([': nothing\n\n']),
        stream([], { ends: false }),
      ],
    })
    const lastIds: unknown[][] = []
    for (const sdk of [official, replacement]) {
      const { transport } = await open(sdk, routes())
      await transport.send(initialized)
      await eventually(() => expect(server.requests).toHaveLength(4))
      lastIds.push(server.requests.map(({ headers }) => headers['last-event-id']))
      await transport.close()
      if (sdk === official) await server.close()
    }
    expect(lastIds).toEqual([
      [undefined, undefined, 'e1', undefined],
      [undefined, undefined, 'e1', 'e1'],
    ])
  })

  test('an error ends a resumed request as a result does', async () => {
    const error = { jsonrpc: '2.0', id: 77, error: { code: -32000, message: 'no' } }
    const { transport, received } = await open(replacement, { 'GET /mcp': stream([event(error, 'p9')]) })
    await transport.send({ ...ask, id: 5 }, { resumptionToken: 'p8' })
    await eventually(() => expect(received).toEqual([{ ...error, id: 5 }]))
    await transport.close()
    expect(server.lines()).toEqual(['GET /mcp'])
  })

  test('JSON that nests too deep is refused', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(5000)}${']'.repeat(5000)}}}`
    const headers = { 'content-type': 'application/json' }
    const { transport } = await open(replacement, { 'POST /mcp': { text: deep, headers } })
    await expect(transport.send(ask)).rejects.toThrow('it nests deeper than 64 levels')
  })
})
