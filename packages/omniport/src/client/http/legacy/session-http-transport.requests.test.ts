import { describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import type { RpcMessage, RpcNotification, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import type { HttpSendRequest } from '../../../transport/http-sender.js'
import { ToolHeaders } from '../../tools/tool-headers.js'
import { createDuplex } from '../fixtures/create-duplex.js'
import { createFakeEndpoint, endless, type FakeReply, reply } from '../fixtures/fake-endpoint.js'
import { SessionHttpTransport } from './session-http-transport.js'

type Reply = (request: HttpSendRequest, count: number) => FakeReply | Promise<FakeReply>

const taken: Reply = () => ({ status: 202 })

/** A transport whose POSTs are answered with `post`, and its GET with `get`; `count` is that of all requests of the kind. */
function start(post: Reply = taken, get: Reply = () => ({ status: 405 })) {
  const counts = { POST: 0, GET: 0, DELETE: 0 }
  const fake = createFakeEndpoint(async (request) => {
    counts[request.method] += 1
    return reply(await (request.method === 'GET' ? get : post)(request, counts[request.method]))
  })
  const connection = createDuplex(fake.endpoint)
  let gaps = 0
  const transport = new SessionHttpTransport(connection, {
    endpoint: fake.endpoint,
    tools: new ToolHeaders(() => {}),
    onGap: () => {
      gaps += 1
    },
  })
  return { ...fake, connection, transport, gaps: () => gaps }
}

const headersOf = ({ headers }: HttpSendRequest) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('mcp-')))
const briefly = (request: HttpSendRequest) => {
  const { method, body, use, isQuiet } = request
  return { method, body, use, isQuiet, headers: headersOf(request) }
}

const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } } as const
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
const response = { jsonrpc: '2.0', id: 's', result: {} } as const
const ask = (method: string, params: RpcRequest['params'] = {}): RpcRequest => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
})

describe('the POSTs of a session', () => {
  test('repeat what they hold in headers, and only those that somebody waits for may ask for credentials', async () => {
    const { transport, sent } = start()
    transport.send(cancelled, 'notification', undefined)
    transport.send(response, 'response', undefined)
    transport.send([response], 'batch', undefined)
    transport.send(ask('tools/call', { name: 'x' }), 'call', undefined)
    transport.send({ ...ask('ping'), id: 2 }, 'ping', { isQuiet: true })
    await settled()
    const post = { method: 'POST', isQuiet: undefined, headers: {} }
    const byBody = Object.fromEntries(sent.map((request) => [request.body, briefly(request)]))
    expect(byBody).toEqual({
      notification: {
        ...post,
        body: 'notification',
        use: 'answer',
        isQuiet: true,
        headers: { 'mcp-method': 'notifications/cancelled' },
      },
      response: { ...post, body: 'response', use: 'answer' },
      batch: { ...post, body: 'batch', use: 'answer', isQuiet: true },
      call: { ...post, body: 'call', use: undefined, headers: { 'mcp-method': 'tools/call', 'mcp-name': 'x' } },
      ping: { ...post, body: 'ping', use: undefined, isQuiet: true, headers: { 'mcp-method': 'ping' } },
    })
    await transport.close()
  })

  test('repeat nothing while that is not asked for', async () => {
    const { transport, sent, endpoint } = start()
    endpoint.sessionHeaders.isSent = false
    transport.send(cancelled, 'notification', undefined)
    transport.send(ask('ping'), 'ping', undefined)
    await settled()
    expect(sent.map(headersOf)).toEqual([{}, {}])
    await transport.close()
  })

  test('wait until the server has notifications/initialized, which may ask for credentials, and the stream', async () => {
    let open = () => {}
    const opened = new Promise<FakeReply>((resolve) => {
      open = () => resolve({ status: 405 })
    })
    const { transport, sent } = start(taken, () => opened)
    transport.send(initialized, 'initialized', undefined)
    transport.send(response, 'response', undefined)
    transport.send(ask('ping'), 'ping', undefined)
    await settled()
    const first = {
      method: 'POST',
      body: 'initialized',
      use: 'answer',
      isQuiet: undefined,
      headers: { 'mcp-method': 'notifications/initialized' },
    }
    expect(sent.map(briefly)).toEqual([
      first,
      { method: 'GET', body: undefined, use: 'stream', isQuiet: true, headers: {} },
    ])
    open()
    await settled()
    expect(sent.slice(2).map(({ body }) => body)).toEqual(['response', 'ping'])
    await transport.close()
  })

  test('are not sent for a request that was given up while it waited', async () => {
    const { transport, sent } = start(taken, () => new Promise(() => {}))
    transport.send(initialized, 'initialized', undefined)
    transport.send(ask('ping'), 'ping', undefined)
    await settled()
    transport.release(1, false)
    await transport.close()
    await settled()
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })
})

const mismatch: FakeReply = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', error: { code: -32020, message: 'Header mismatch' } }),
}

describe('a refusal that asks for headers', () => {
  test.each<[string, RpcNotification]>([
    ['notification', cancelled],
    ['initialized', initialized],
  ])('lets a %s be sent again with them', async (body, message) => {
    const { transport, sent, endpoint, reported } = start((_request, count) =>
      count === 1 ? mismatch : { status: 202 },
    )
    endpoint.sessionHeaders.isSent = false
    transport.send(message, body, undefined)
    await settled()
    expect(sent.filter(({ method }) => method === 'POST').map(headersOf)).toEqual([
      {},
      { 'mcp-method': message.method },
    ])
    expect([endpoint.sessionHeaders.isSent, reported]).toEqual([true, []])
    await transport.close()
  })

  test.each<[boolean, number, FakeReply]>([
    [true, 1, mismatch],
    [false, 2, mismatch],
    [false, 1, { status: 418 }],
  ])('where they are sent (%s) is reported after %i attempts', async (isSent, attempts, refusal) => {
    const { transport, sent, endpoint, reported } = start(() => refusal)
    endpoint.sessionHeaders.isSent = isSent
    transport.send(cancelled, 'x', undefined)
    await settled()
    expect(sent.length).toBe(attempts)
    expect(reported).toMatchObject([{ status: refusal.status }])
    expect(endpoint.sessionHeaders.isSent).toBe(refusal === mismatch)
    await transport.close()
  })
})

const breaks = () => {
  throw Object.assign(new Error('broken'), { code: 'ECONNRESET' })
}

test.each<[string, RpcMessage | readonly RpcMessage[], number]>([
  ['a response', response, 3],
  ['notifications/initialized', initialized, 3],
  ['another notification', cancelled, 1],
  ['a batch', [response], 1],
])('%s whose connection breaks is sent as often as it may arrive', async (_name, message, attempts) => {
  const { transport, sent, runtime, reported } = start(breaks)
  transport.send(message, 'x', undefined)
  for (let pauses = 0; pauses < 20; pauses += 1) await runtime.advance(1_000)
  expect(sent.filter(({ method }) => method === 'POST').length).toBe(attempts)
  expect(reported).toMatchObject([{ message: 'The connection to https://mcp.example/mcp broke: broken' }])
  await transport.close()
})

test('a close gives up all that is under way, and sends nothing again', async () => {
  const { transport, sent, runtime } = start(
    (request) =>
      request.body === 'call' ? { headers: { 'content-type': 'text/event-stream' }, body: endless(request) } : breaks(),
    (request) => ({ headers: { 'content-type': 'text/event-stream' }, body: endless(request) }),
  )
  transport.send(ask('tools/call', { name: 'x' }), 'call', undefined)
  transport.send(response, 'response', undefined)
  await settled()
  await transport.close()
  await runtime.advance(60_000)
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ['POST', 'call'],
    ['POST', 'response'],
  ])
  expect([sent[0]?.abort.aborted, runtime.timers]).toEqual([true, 0])
})

test('messages that may have been missed on the stream are told', async () => {
  const stream = { 'content-type': 'text/event-stream' }
  const { transport, runtime, gaps } = start(taken, (request, count) =>
    count === 1 ? { headers: stream, body: '' } : { headers: stream, body: endless(request) },
  )
  transport.send(initialized, 'initialized', undefined)
  await settled()
  expect(gaps()).toBe(0)
  await runtime.advance(1_000)
  expect(gaps()).toBe(1)
  await transport.close()
})
