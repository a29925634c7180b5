import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { ToolHeaders } from '../../tools/tool-headers.js'
import { createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { LegacyHttpTransport } from './legacy-http-transport.js'

const address = 'https://mcp.example/mcp'
const json = { 'content-type': 'application/json' }
const stream = { 'content-type': 'text/event-stream' }
const initialize: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'initialize' }

type Reply = (request: HttpSendRequest) => FakeReply | Promise<FakeReply>

/** A transport to a server that answers each POST with `post`, and each GET with `get`. */
function start(post: Reply, get: Reply = () => ({ status: 405 })) {
  const fake = createFakeEndpoint(async (request) => reply(await (request.method === 'GET' ? get : post)(request)))
  const transport = new LegacyHttpTransport({
    endpoint: fake.endpoint,
    serve: async () => undefined,
    tools: new ToolHeaders(() => {}),
    onGap: () => {},
  })
  const urls = () => fake.sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  return { ...fake, transport, urls }
}

const status = (code: number, error?: object): FakeReply =>
  error === undefined
    ? { status: code }
    : { status: code, headers: json, body: JSON.stringify({ jsonrpc: '2.0', error }) }
const naming =
  (named: string): Reply =>
  (request) => ({
    headers: stream,
    body: endless(request, `event: endpoint\ndata: ${named}\n\n`),
  })
const breaks = () => {
  throw Object.assign(new Error('broken'), { code: 'ECONNRESET' })
}

describe('a server that refuses initialize', () => {
  const nothing = `There is no MCP server at ${address}: it answered POST with HTTP 405; `

  test.each<[string, Reply, string]>([
    ['is refused', () => status(404), `${address} answered HTTP 404`],
    ['is a page', () => ({ headers: { 'content-type': 'text/html' } }), `${address} answered GET with no stream`],
    ['breaks', breaks, `The connection to ${address} broke: broken`],
  ])('and whose stream %s is none', async (_name, get, text) => {
    const { transport, urls } = start(() => status(405), get)
    const failure = await transport.request(initialize).catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ code: 'unreachable', message: nothing + text, status: 405, cause: { status: 405 } })
    expect(urls()).toEqual(['POST /mcp', 'GET /mcp'])
    await transport.connection.close()
  })

  test('and names an endpoint that cannot be used says that', async () => {
    const { transport } = start(() => status(405), naming('https://other.example/m'))
    const text = `${address} names an endpoint that is of another origin, https://other.example`
    await expect(transport.request(initialize)).rejects.toThrow(new OmniportError('invalid_result', text))
    await transport.connection.close()
  })

  test('for want of rights says that', async () => {
    const { transport, urls } = start(() => status(403))
    await expect(transport.request(initialize)).rejects.toMatchObject({
      code: 'unauthorized',
      message: `${address} answered HTTP 403`,
    })
    expect(urls()).toEqual(['POST /mcp', 'GET /mcp'])
    await transport.connection.close()
  })

  test('with an error of JSON-RPC answers with that where it has no stream either', async () => {
    const error = { code: -32602, message: 'Wrong' }
    const { transport } = start(() => status(400, error))
    expect(await transport.request(initialize)).toEqual({ jsonrpc: '2.0', id: 1, error })
    await transport.connection.close()
  })

  test.each([401, 429, 500, 503])('with %i is not asked for a stream', async (code) => {
    const { transport, urls } = start(() => status(code))
    await expect(transport.request(initialize)).rejects.toMatchObject({ message: `${address} answered HTTP ${code}` })
    expect(urls()).toEqual(['POST /mcp'])
    await transport.connection.close()
  })
})

describe('a server of HTTP+SSE', () => {
  const old = (get: Reply) => start(({ url }) => status(url.includes('/messages') ? 202 : 405), get)

  test('gets initialize once more, at the endpoint that it names', async () => {
    const { transport, urls, sent } = old(naming('/messages'))
    const failed = expect(transport.request(initialize)).rejects.toMatchObject({ code: 'closed' })
    await settled()
    expect([urls(), transport.mirrorsArguments]).toEqual([['POST /mcp', 'GET /mcp', 'POST /messages'], false])
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify(initialize), undefined, JSON.stringify(initialize)])
    await transport.connection.close()
    await failed
    expect(sent[1]?.abort.aborted).toBe(true)
  })

  test('does not get an initialize that was given up', async () => {
    let open = () => {}
    const { transport, sent, urls } = old(
      (request) =>
        new Promise((resolve) => {
          open = () => resolve({ headers: stream, body: endless(request, 'event: endpoint\ndata: /messages\n\n') })
        }),
    )
    const controller = new AbortController()
    const failed = expect(transport.request(initialize, { signal: controller.signal })).rejects.toThrow('enough')
    await settled()
    controller.abort(new Error('enough'))
    await failed
    open()
    await settled()
    expect(urls().slice(0, 2)).toEqual(['POST /mcp', 'GET /mcp'])
    expect(sent.slice(1).filter(({ body }) => body === JSON.stringify(initialize))).toEqual([])
    await transport.connection.close()
  })
})

describe('a request of a session', () => {
  const answered = (request: HttpSendRequest): FakeReply => {
    const { id } = JSON.parse(request.body ?? '{}') as { readonly id?: unknown }
    const text = id === undefined ? '' : `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n\n`
    return { headers: stream, body: endless(request, text) }
  }

  test('that is answered leaves its stream a second to end', async () => {
    const { transport, sent, runtime } = start(answered)
    expect(transport.mirrorsArguments).toBe(false)
    expect(await transport.request(initialize)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(transport.mirrorsArguments).toBe(true)
    await runtime.advance(999)
    expect(sent[0]?.abort.aborted).toBe(false)
    await runtime.advance(1)
    expect(sent[0]?.abort.aborted).toBe(true)
    await transport.connection.close()
  })

  test('that is given up is closed at once', async () => {
    const { transport, sent } = start((request) => ({ headers: stream, body: endless(request) }))
    const controller = new AbortController()
    const failed = expect(transport.request(initialize, { signal: controller.signal })).rejects.toThrow('enough')
    await settled()
    controller.abort(new Error('enough'))
    await failed
    expect(sent[0]?.abort.aborted).toBe(true)
    await transport.connection.close()
  })
})
