import { afterEach, describe, expect, test, vi } from 'vitest'
import { MemoryProvider } from '../../test/memory-provider.js'
import { settled } from '../../test/pipe.js'
import { byAddress, type SentRequest } from '../../test/prepared-fetch.js'
import type { JSONRPCMessage } from '../types.js'
import { UnauthorizedError } from './auth.js'
import { SSEClientTransport, type SSEClientTransportOptions, SseError } from './sse.js'

const url = 'https://a.example/sse'
const note = { jsonrpc: '2.0', method: 'notifications/a' } as const

const open: SSEClientTransport[] = []
afterEach(async () => {
  for (const transport of open.splice(0)) await transport.close()
  vi.restoreAllMocks()
})

type Replies = Readonly<Record<string, (request: SentRequest) => Response>>

/** A stream that stays open, and what writes to it. */
function createStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const write = (event: string, data: string) =>
    controller?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${data}\n\n`))
  return { write, response: new Response(body, { headers }) }
}

function create(replies: Replies, options: SSEClientTransportOptions = {}) {
  const server = byAddress(replies)
  const transport = new SSEClientTransport(new URL(url), { fetch: server.fetch, ...options })
  open.push(transport)
  const messages: JSONRPCMessage[] = []
  const errors: Error[] = []
  const closed = vi.fn()
  transport.onmessage = (message) => void messages.push(message)
  transport.onerror = (error) => void errors.push(error)
  transport.onclose = closed
  return { transport, messages, errors, closed, ...server }
}

/** A transport whose stream has named an address. */
async function start(replies: Replies = {}, options: SSEClientTransportOptions = {}) {
  const { write, response } = createStream()
  const created = create({ [url]: () => response, ...replies }, options)
  write('endpoint', '/messages?id=1')
  await created.transport.start()
  return { ...created, write }
}

const messagesUrl = 'https://a.example/messages?id=1'
const accepted = () => new Response(null, { status: 202 })

describe('a stream', () => {
  test('is opened with the headers of all requests', async () => {
    const requestInit = { headers: { A: 'b' } }
    const provider = new MemoryProvider({ tokens: { access_token: 't', token_type: 'Bearer' } })
    const { sent } = await start({}, { requestInit, authProvider: provider })
    expect(sent).toMatchObject([
      { method: 'GET', url, headers: { accept: 'text/event-stream', a: 'b', authorization: 'Bearer t' } },
    ])
    expect(sent[0]?.headers).not.toHaveProperty('last-event-id')
    expect(sent[0]?.init).toMatchObject({ cache: 'no-store', mode: 'cors' })
  })

  test('is opened once', async () => {
    const { transport } = await start()
    await expect(transport.start()).rejects.toThrow(
      new Error(
        'SSEClientTransport already started! If using Client class, note that connect() calls start() automatically.',
      ),
    )
  })

  test('is opened with the `fetch` for it, and messages are sent with the other', async () => {
    const { write, response } = createStream()
    const streams = byAddress({ [url]: () => response })
    const eventSourceInit = { fetch: streams.fetch }
    const { transport, sent } = create({ [messagesUrl]: accepted }, { eventSourceInit })
    write('endpoint', '/messages?id=1')
    await transport.start()
    await transport.send(note)
    expect(streams.addresses()).toEqual([`GET ${url}`])
    expect(streams.sent[0]?.headers).toMatchObject({ accept: 'text/event-stream' })
    expect(sent.map(({ method }) => method)).toEqual(['POST'])
  })

  test('delivers messages, and reports what is none', async () => {
    const { messages, errors, write } = await start()
    write('message', JSON.stringify(note))
    write('message', '{')
    write('message', '{"no":1}')
    write('other', JSON.stringify(note))
    write('message', JSON.stringify({ ...note, method: 'b' }))
    await vi.waitFor(() => expect(messages).toHaveLength(2), 20_000)
    expect(messages).toEqual([note, { ...note, method: 'b' }])
    expect(errors.map(({ name }) => name)).toEqual(['SyntaxError', 'ZodError'])
  })

  test('ends when the transport closes', async () => {
    const { transport, closed, messages, write } = await start()
    await transport.close()
    expect(closed).toHaveBeenCalledOnce()
    write('message', JSON.stringify(note))
    await settled()
    expect(messages).toEqual([])
  })

  test('is refused with the status', async () => {
    const { transport, errors, addresses } = create({ [url]: () => new Response(null, { status: 500 }) })
    const error = await transport.start().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(SseError)
    expect(error).toMatchObject({ code: 500, message: 'SSE error: Non-200 status code (500)', event: { code: 500 } })
    expect(errors).toEqual([error])
    expect(addresses()).toHaveLength(1)
  })

  test('is refused with a redirect that is not followed', async () => {
    const headers = { location: 'https://b.example/' }
    const { transport } = create({ [url]: () => new Response(null, { status: 302, headers }) })
    await expect(transport.start()).rejects.toMatchObject({
      code: 302,
      message: "SSE error: Redirect to https://b.example/ not followed (redirectPolicy: 'same-origin')",
    })
  })

  test('that breaks before it has named an address is an error, and not opened again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const headers = { 'content-type': 'text/event-stream' }
      const { transport, addresses } = create({ [url]: () => new Response('', { headers }) })
      await expect(transport.start()).rejects.toMatchObject({ code: undefined, message: 'SSE error: undefined' })
      await vi.advanceTimersByTimeAsync(100_000)
      expect(addresses()).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that breaks later is opened again after its last event', async () => {
    const { response } = createStream()
    const headers = { 'content-type': 'text/event-stream' }
    const first = `retry: 1\nid: 7\nevent: endpoint\ndata: /messages?id=1\n\n`
    const streams = [new Response(first, { headers }), response]
    const { transport, sent, errors } = create({ [url]: () => streams.shift() ?? accepted() })
    await transport.start()
    await vi.waitFor(() => expect(sent).toHaveLength(2), 20_000)
    expect(sent[1]?.headers['last-event-id']).toBe('7')
    expect(errors.map(({ message }) => message)).toEqual(['SSE error: undefined'])
  })
})

describe('the address that a stream names', () => {
  test.each([
    ['https://b.example/messages', 'Endpoint origin does not match connection origin: https://b.example'],
    ['http://a.example/messages', 'Endpoint origin does not match connection origin: http://a.example'],
  ])('may not be elsewhere: %s', async (address, message) => {
    const { write, response } = createStream()
    const { transport, errors, closed } = create({ [url]: () => response })
    write('endpoint', address)
    await expect(transport.start()).rejects.toThrow(new Error(message))
    expect(errors.map((error) => error.message)).toEqual([message])
    expect(closed).toHaveBeenCalledOnce()
  })

  test('must be one', async () => {
    const { write, response } = createStream()
    const { transport, closed } = create({ [url]: () => response })
    write('endpoint', 'http://[')
    await expect(transport.start()).rejects.toMatchObject({ name: 'TypeError', message: 'Invalid URL' })
    expect(closed).toHaveBeenCalledOnce()
  })
})

describe('a message', () => {
  test('is sent to the address of the stream, and the reply dropped', async () => {
    const dropped = vi.fn()
    const reply = () => new Response(new ReadableStream({ cancel: dropped }))
    const { transport, sent } = await start({ [messagesUrl]: reply })
    await transport.send(note)
    expect(sent[1]).toMatchObject({
      ...{ method: 'POST', url: messagesUrl, body: JSON.stringify(note) },
      headers: { 'content-type': 'application/json' },
    })
    expect(dropped).toHaveBeenCalledOnce()
  })

  test('is not sent before the stream has named one', async () => {
    const { transport, errors } = create({})
    await expect(transport.send(note)).rejects.toThrow(new Error('Not connected'))
    expect(errors).toEqual([])
  })

  test('that is refused is an error with the status and the text', async () => {
    const { transport, errors } = await start({ [messagesUrl]: () => new Response('no session', { status: 404 }) })
    const error = new Error('Error POSTing to endpoint (HTTP 404): no session')
    await expect(transport.send(note)).rejects.toThrow(error)
    expect(errors.map(({ message }) => message)).toEqual([error.message])
  })

  test('that is led elsewhere is an error that says so', async () => {
    const headers = { location: '/other' }
    const { transport } = await start({ [messagesUrl]: () => new Response(null, { status: 302, headers }) })
    await expect(transport.send(note)).rejects.toThrow(
      new Error(
        "Error POSTing to endpoint (HTTP 302): Redirect to https://a.example/other not followed (redirectPolicy: 'same-origin')",
      ),
    )
  })

  test('whose refusal cannot be read has no text', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.error(new Error('broken'))
      },
    })
    const { transport } = await start({ [messagesUrl]: () => new Response(broken, { status: 500 }) })
    await expect(transport.send(note)).rejects.toThrow(new Error('Error POSTing to endpoint (HTTP 500): null'))
  })

  test('without a valid token is refused where there is no provider', async () => {
    const { transport } = await start({ [messagesUrl]: () => new Response('no', { status: 401 }) })
    await expect(transport.send(note)).rejects.toThrow(new Error('Error POSTing to endpoint (HTTP 401): no'))
  })
})

test('a refused token is an error where a person is needed', async () => {
  const headers = { 'www-authenticate': 'Bearer scope="x"' }
  const provider = new MemoryProvider({ client: { client_id: 'c' } })
  const refuse = () => new Response(null, { status: 401, headers })
  const { transport, errors } = create({ [url]: refuse }, { authProvider: provider })
  await expect(transport.start()).rejects.toThrow(new UnauthorizedError('Unauthorized'))
  expect(provider.redirects.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['x'])
  expect(errors.map(({ message }) => message)).toEqual(['Unauthorized'])
})
