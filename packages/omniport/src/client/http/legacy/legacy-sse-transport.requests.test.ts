import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { bytesOf, createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { postHeaders } from '../outbound-http-request.js'
import { LegacySseTransport } from './legacy-sse-transport.js'

const stream = { 'content-type': 'text/event-stream' }
const named = (address: string) => `event: endpoint\ndata: ${address}\n\n`

type Get = (request: HttpSendRequest) => FakeReply | Promise<FakeReply>

const lasting: Get = (request) => ({ headers: stream, body: endless(request, named(' /messages?id=secret-7 ')) })

/** A transport whose GET is answered with `get`, and each POST with `post`. */
function start(get: Get, post: Get = () => ({ status: 202 })) {
  const fake = createFakeEndpoint(async (request) => reply(await (request.method === 'GET' ? get : post)(request)), {
    limits: { probeMs: 700, timeoutMs: 900, responseBytes: 1_000 },
  })
  const connection = createDuplex(fake.endpoint)
  return { ...fake, connection, transport: new LegacySseTransport(fake.endpoint, connection) }
}

const briefly = ({ method, url, headers, body, use }: HttpSendRequest) => ({ method, url, headers, body, use })

describe('the requests of HTTP+SSE', () => {
  test('are a GET of a stream, and POSTs to the address that it names', async () => {
    const { transport, sent, runtime } = start(lasting)
    await transport.open()
    expect([sent.map(briefly), runtime.timers]).toEqual([
      [
        {
          method: 'GET',
          url: 'https://mcp.example/mcp?key=of-the-query',
          headers: { accept: 'text/event-stream' },
          body: undefined,
          use: 'stream',
        },
      ],
      0,
    ])
    transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'request')
    transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, 'initialized')
    transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, 'notification')
    transport.send({ jsonrpc: '2.0', id: 2, result: {} }, 'response')
    transport.send([{ jsonrpc: '2.0', method: 'notifications/x' }], 'batch')
    await settled()
    const post = { method: 'POST', url: 'https://mcp.example/messages?id=secret-7', headers: postHeaders }
    expect(sent.slice(1).map(briefly)).toEqual([
      { ...post, body: 'request', use: 'request' },
      { ...post, body: 'initialized', use: 'answer' },
      { ...post, body: 'notification', use: 'answer' },
      { ...post, body: 'response', use: 'answer' },
      { ...post, body: 'batch', use: 'answer' },
    ])
    await transport.close()
  })

  test('are closed with it, and no later one is sent', async () => {
    const { transport, sent, connection } = start(lasting)
    await transport.open()
    await transport.close()
    await settled()
    expect([sent[0]?.abort.aborted, connection.isOver]).toEqual([true, true])
    transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' }, 'request')
    transport.send({ jsonrpc: '2.0', id: 2, result: {} }, 'response')
    await settled()
    expect(sent.length).toBe(1)
  })

  test('make the address that was named a secret', async () => {
    const { transport, endpoint } = start(lasting)
    await transport.open()
    expect(endpoint.secrets.clean('not secret-7')).toBe('not ***')
    await transport.close()
  })
})

const breaks = () => {
  throw Object.assign(new Error('broken'), { code: 'ECONNRESET' })
}

describe('a POST of HTTP+SSE that breaks', () => {
  const refused = 'The connection to https://mcp.example/messages broke: broken'

  test.each([
    ['response', 3],
    ['notifications/initialized', 3],
    ['notifications/x', 1],
  ])('with %s is sent %i times in all, then reported', async (method, attempts) => {
    const { transport, sent, runtime, reported } = start(lasting, breaks)
    await transport.open()
    if (method === 'response') transport.send({ jsonrpc: '2.0', id: 1, result: {} }, 'x')
    else transport.send({ jsonrpc: '2.0', method }, 'x')
    for (let pauses = 0; pauses < 20; pauses += 1) await runtime.advance(1_000)
    expect(sent.slice(1).map(({ body }) => body)).toEqual(Array(attempts).fill('x'))
    expect(reported).toMatchObject([{ message: refused }])
    await transport.close()
  })

  test('with a response is not sent again once all is closed', async () => {
    const { transport, sent, runtime } = start(lasting, breaks)
    await transport.open()
    transport.send({ jsonrpc: '2.0', id: 1, result: {} }, 'x')
    await settled()
    await transport.close()
    await runtime.advance(60_000)
    expect([sent.length, runtime.timers]).toEqual([2, 0])
  })
})

describe('a stream that cannot be used', () => {
  const noStream = (what: string) =>
    new OmniportError('unreachable', `https://mcp.example/mcp answered GET with ${what}`)
  const noEndpoint = (what: string) =>
    new OmniportError('invalid_result', `https://mcp.example/mcp names an endpoint that ${what}`)
  const naming =
    (address: string): Get =>
    (request) => ({ headers: stream, body: endless(request, named(address)) })

  test.each<[string, Get, OmniportError]>([
    ['is a page', () => ({ headers: { 'content-type': 'text/html' }, body: 'x' }), noStream('no stream')],
    [
      'ends without an endpoint',
      () => ({ headers: stream, body: bytesOf('data: /messages\n\nevent: x\ndata: /messages\n\n') }),
      noStream('a stream without an endpoint event'),
    ],
    [
      'names another origin',
      naming('https://other.example/m'),
      noEndpoint('is of another origin, https://other.example'),
    ],
    ['names no address', naming('http://'), noEndpoint('is no address')],
  ])('%s', async (_name, get, error) => {
    const { transport, sent, runtime, connection } = start(get)
    await expect(transport.open()).rejects.toThrow(error)
    await expect(transport.open()).rejects.toMatchObject({ code: error.code })
    expect([sent.map(({ abort }) => abort.aborted), runtime.timers, connection.isOver]).toEqual([
      [true, true],
      0,
      false,
    ])
    await connection.close()
  })

  test.each<[string, Get]>([
    ['is not opened', () => new Promise(() => {})],
    ['names nothing', (request) => ({ headers: stream, body: endless(request, ': hello\n\n') })],
  ])('%s in time', async (_name, get) => {
    const { transport, sent, runtime, connection } = start((request) =>
      Promise.race([
        Promise.resolve(get(request)),
        new Promise<never>((_resolve, reject) => {
          request.abort.signal.addEventListener('abort', () => reject(new Error('socket closed')))
        }),
      ]),
    )
    const opening = transport.open()
    const refused = expect(opening).rejects.toThrow(noStream('no endpoint event within 700 ms'))
    await runtime.advance(699)
    expect(sent[0]?.abort.aborted).toBe(false)
    await runtime.advance(1)
    await refused
    expect([sent[0]?.abort.aborted, runtime.timers]).toEqual([true, 0])
    await connection.close()
  })

  test('any more ends the connection', async () => {
    let end = () => {}
    const { transport, connection } = start(() => ({
      headers: stream,
      body: (async function* () {
        yield* bytesOf(named('https://mcp.example/m'))
        await new Promise<void>((resolve) => {
          end = resolve
        })
      })(),
    }))
    await transport.open()
    const lost = expect(connection.closed).resolves.toMatchObject({
      message: 'https://mcp.example/mcp ended the stream',
      cause: undefined,
    })
    end()
    await lost
  })

  test('that is too long ends the connection, with that as the cause', async () => {
    const { transport, connection } = start(() => ({
      headers: stream,
      body: bytesOf(named('https://mcp.example/m'), `data: ${'x'.repeat(2_000)}\n\n`),
    }))
    await transport.open()
    expect(await connection.closed).toMatchObject({
      message: 'https://mcp.example/mcp ended the stream',
      cause: { code: 'limit', message: 'An event is longer than limits.responseBytes: 1000' },
    })
    await connection.close()
  })
})
