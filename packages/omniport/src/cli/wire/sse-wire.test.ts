import { describe, expect, test } from 'vitest'
import { SseWire } from './sse-wire.js'

const url = 'http://127.0.0.1/sse'
const endpoint = 'event: endpoint\ndata: /messages?id=1\n\n'

interface Given {
  /** What the stream has at first; undefined: there is none. */
  readonly events?: string | undefined
  readonly type?: string
  /** What messages are answered with. */
  readonly post?: (body: string, write: (events: string) => void) => Response
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** A wire to a server that is a function, and what was sent to it. */
async function open({
  events = endpoint,
  type = 'text/event-stream; charset=utf-8',
  post = () => new Response(null, { status: 202 }),
  timeoutMs = 1_000,
  signal = new AbortController().signal,
}: Given) {
  const sent: { url: string; method: string; headers: Record<string, string>; body: unknown; redirect: unknown }[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const write = (text: string) => controller?.enqueue(Buffer.from(text))
  const fetch = async (address: unknown, init: RequestInit = {}) => {
    const { method = 'GET', body, redirect } = init
    sent.push({ url: String(address), method, headers: Object.fromEntries(new Headers(init.headers)), body, redirect })
    if (sent.length > 1) return post(String(body), write)
    const stream = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
        write(events)
      },
    })
    return new Response(stream, { headers: { 'content-type': type } })
  }
  const wire = await SseWire.open({
    url,
    headers: { 'x-own': '1' },
    timeoutMs,
    signal,
    fetch: fetch as typeof globalThis.fetch,
  }) // no more of it is used
  return { wire, sent, write, end: () => controller?.close() }
}

async function opened(given: Given = {}) {
  const { wire, ...rest } = await open(given)
  if (wire === undefined) throw new TypeError('it is open')
  return { wire, ...rest }
}

describe('the stream', () => {
  test('is asked for with the headers that were given, and without following', async () => {
    const { sent, wire } = await opened()
    expect([sent, wire.transport, wire.isEnded]).toEqual([
      [
        {
          url,
          method: 'GET',
          headers: { accept: 'text/event-stream', 'x-own': '1' },
          body: undefined,
          redirect: 'manual',
        },
      ],
      'sse',
      false,
    ])
    await wire.close()
    expect(wire.isEnded).toBe(true)
  })

  test.each([
    ['another type', { type: 'application/json' }],
    ['no address in time', { events: ': hello\n\n', timeoutMs: 1 }],
    ['an address that is none', { events: 'event: endpoint\ndata: http://\n\n', timeoutMs: 1 }],
  ])('is none with %s', async (_name, given) => {
    expect((await open(given)).wire).toBe(undefined)
  })

  test('is not waited for after an interruption', async () => {
    await expect(open({ signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  })

  test('may end', async () => {
    const { wire, end } = await opened()
    end()
    const reply = await wire.send({ jsonrpc: '2.0', id: 1, method: 'a' }, { awaits: 1 })
    expect([wire.isEnded, reply.response]).toEqual([true, undefined])
  })
})

describe('a message', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'a' }

  test('is posted to the address that was named, and answered in the stream', async () => {
    const { wire, sent } = await opened({
      post: (body, write) => {
        write(
          `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: { b: 2 } })}\n\n`,
        )
        return new Response(null, { status: 202 })
      },
    })
    const { response } = await wire.send(message, { awaits: 1 })
    expect(response).toEqual({ jsonrpc: '2.0', id: 1, result: { b: 2 } })
    expect(sent[1]).toEqual({
      url: 'http://127.0.0.1/messages?id=1',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-own': '1' },
      body: JSON.stringify(message),
      redirect: 'manual',
    })
    expect(wire.log.recorded.map(({ from }) => from)).toEqual(['client', 'server'])
    expect([...wire.eventNames]).toEqual(['message'])
  })

  test('may be text, and lack headers', async () => {
    const { wire, sent } = await opened()
    await wire.send('{"id":', { headers: { 'content-type': undefined, origin: 'x' } })
    expect([sent[1]?.body, sent[1]?.headers]).toEqual(['{"id":', { origin: 'x', 'x-own': '1' }])
    expect(wire.log.recorded).toEqual([])
  })

  test.each([[400], [500]])('that is refused with %i is not waited for', async (status) => {
    const { wire } = await opened({ post: () => new Response('no', { status }), timeoutMs: 60_000 })
    const reply = await wire.send(message, { awaits: 1 })
    expect([reply.status, reply.response]).toEqual([status, undefined])
  })

  test('that is accepted and not answered has its status', async () => {
    const { wire } = await opened({ timeoutMs: 1 })
    expect(await wire.send(message, { awaits: 1 })).toMatchObject({ status: 202, messages: [], response: undefined })
  })

  test('that cannot be sent says why', async () => {
    const { wire } = await opened({
      post: () => {
        throw new TypeError('fetch failed', { cause: new Error('refused') })
      },
    })
    expect(await wire.send(message, { awaits: 1 })).toEqual({ messages: [], failure: 'refused' })
  })

  test('is sent to no other origin', async () => {
    const { wire, sent } = await opened({ events: 'event: endpoint\ndata: https://other.example/messages\n\n' })
    expect(await wire.send(message, { awaits: 1 })).toEqual({
      messages: [],
      failure: 'the server has named an address at another origin, https://other.example',
    })
    expect(sent).toHaveLength(1)
  })

  test('goes to the first address that was named', async () => {
    const { wire, sent } = await opened({ events: `${endpoint}event: endpoint\ndata: /other\n\n` })
    await wire.send(message)
    expect(sent[1]?.url).toBe('http://127.0.0.1/messages?id=1')
  })
})

test('another method asks at the address of the stream', async () => {
  const { wire, sent } = await opened()
  await wire.send({ id: 1 }, { httpMethod: 'GET', headers: { origin: 'x' } })
  expect(sent[1]).toMatchObject({ url, method: 'GET', body: undefined, headers: { origin: 'x' } })
})

test('a ping of the server is answered, other requests are refused', async () => {
  const { wire, sent, write } = await opened()
  write('data: {"jsonrpc":"2.0","id":5,"method":"ping"}\n\ndata: {"jsonrpc":"2.0","id":6,"method":"roots/list"}\n\n')
  await wire.send({ jsonrpc: '2.0', id: 1, method: 'a' }, { until: ({ id }) => id === 6, awaits: 1 })
  const bodies = sent.slice(1).map(({ body }) => JSON.parse(String(body)))
  expect(bodies).toContainEqual({ jsonrpc: '2.0', id: 5, result: {} })
  expect(bodies).toContainEqual({ jsonrpc: '2.0', id: 6, error: { code: -32601, message: 'Method not found' } })
})
