import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeFailure, HttpWire } from './http-wire.js'

interface Sent {
  readonly url: string
  readonly method: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly redirect: string | undefined
}

const url = 'http://x.test/mcp'

/** A wire over a `fetch` that a test plays. */
function create(answer: (init: RequestInit) => Response | Promise<Response>, headers: Record<string, string> = {}) {
  const sent: Sent[] = []
  const controller = new AbortController()
  const fake: typeof fetch = async (to, init = {}) => {
    const { method, body, redirect } = init
    sent.push({ url: String(to), method, headers: Object.fromEntries(new Headers(init.headers)), body, redirect })
    return answer(init)
  }
  const wire = new HttpWire({ url, headers, fetch: fake, timeoutMs: 100, signal: controller.signal })
  return { wire, sent, controller }
}

const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
const response = { jsonrpc: '2.0', id: 1, result: {} }
const json = (value: unknown, init: ResponseInit = {}) => Response.json(value, init)

function stream(...texts: readonly string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const text of texts) controller.enqueue(new TextEncoder().encode(text))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

describe('a message', () => {
  test('is posted, and its response is that of the body', async () => {
    const { wire, sent } = create(() => json(response, { status: 200, headers: { 'x-a': 'b' } }))
    const reply = await wire.send(message, { awaits: 1 })
    expect(reply).toMatchObject({ status: 200, messages: [response], response })
    expect([reply.headers?.get('x-a'), reply.text]).toEqual(['b', undefined])
    expect(sent).toEqual([{ url, method: 'POST', headers: usual, body: JSON.stringify(message), redirect: 'manual' }])
    expect(wire.log.recorded.map(({ from, message: recorded, http }) => [from, recorded, http])).toEqual([
      ['client', message, true],
      ['server', response, true],
    ])
  })

  test('has the headers that are given, and lacks those that are left out', async () => {
    const { wire, sent } = create(() => json(response), { 'x-a': 'of all', 'x-b': 'of all' })
    wire.session = 's1'
    await wire.send(message, { headers: { 'x-a': 'own', 'x-b': undefined, accept: undefined } })
    expect(sent[0]?.headers).toEqual({ 'content-type': usual['content-type'], 'x-a': 'own', 'mcp-session-id': 's1' })
  })

  test('may be text as it is, which is not recorded', async () => {
    const { wire, sent } = create(() => json(response))
    await wire.send('{', {})
    expect([sent[0]?.body, wire.log.recorded.map(({ from }) => from)]).toEqual(['{', ['server']])
  })

  test('may be answered with an error that has no id', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }
    const { wire } = create(() => json(error, { status: 400 }))
    expect(await wire.send('{', { awaits: 1 })).toMatchObject({ status: 400, response: error })
  })

  test('may be answered with a body that is none', async () => {
    const { wire } = create(() => new Response('x'.repeat(300), { status: 500 }))
    const reply = await wire.send(message, { awaits: 1 })
    expect([reply.status, reply.response, reply.messages]).toEqual([500, undefined, []])
    expect(reply.text?.slice(0, 190)).toBe('x'.repeat(190))
    expect(reply.text?.length).toBeLessThan(210)
  })

  test('may be answered with nothing', async () => {
    const { wire } = create(() => new Response(null, { status: 202 }))
    expect(await wire.send(message)).toMatchObject({ status: 202, messages: [], text: '' })
  })
})

describe('a stream', () => {
  test('is read until the response', async () => {
    const note = { jsonrpc: '2.0', method: 'note' }
    const asks = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const { wire } = create(() => stream(event(note) + event(asks), event(response), event({ late: true })))
    expect(await wire.send(message, { awaits: 1 })).toMatchObject({ messages: [note, asks, response], response })
  })

  test('may have the response to another request before', async () => {
    const other = { jsonrpc: '2.0', id: 2, result: { of: 'another' } }
    const { wire } = create(() => stream(event(other), event(response)))
    expect(await wire.send(message, { awaits: 1 })).toMatchObject({ messages: [other, response], response })
  })

  test('that ends without the response has none, whatever else was in it', async () => {
    const other = { jsonrpc: '2.0', id: 2, result: {} }
    const { wire } = create(() => new Response(event(other), { headers: { 'content-type': 'text/event-stream' } }))
    const reply = await wire.send(message, { awaits: 1 })
    expect([reply.messages, reply.response, reply.text]).toEqual([[other], undefined, undefined])
  })

  test('is read until another message', async () => {
    const { wire } = create(() => stream(event({ method: 'a' }), event({ method: 'b' }), event({ method: 'c' })))
    const reply = await wire.send(message, { awaits: 1, until: ({ method }) => method === 'b' })
    expect([reply.messages, reply.response]).toEqual([[{ method: 'a' }, { method: 'b' }], undefined])
  })

  test('is not read where nothing is waited for', async () => {
    const { wire } = create(() => stream(event(response)))
    expect(await wire.send(undefined, { httpMethod: 'GET' })).toMatchObject({ status: 200, messages: [] })
  })

  test('without a message has its start', async () => {
    const ended = () => new Response('nothing', { headers: { 'content-type': 'text/event-stream' } })
    const { wire } = create(ended)
    expect(await wire.send(message, { awaits: 1 })).toMatchObject({ messages: [], text: 'nothing' })
  })
})

describe('other methods', () => {
  test.each(['GET', 'DELETE'] as const)('%s has no body', async (httpMethod) => {
    const { wire, sent } = create(() => new Response(null, { status: 405 }))
    expect(await wire.send(undefined, { httpMethod })).toMatchObject({ status: 405 })
    expect([sent[0]?.method, sent[0]?.body]).toEqual([httpMethod, undefined])
  })

  test('end a session with the wire', async () => {
    const { wire, sent } = create(() => new Response(null, { status: 200 }))
    await wire.close()
    expect(sent).toEqual([])
    wire.session = 's1'
    await wire.close()
    expect(sent).toMatchObject([{ method: 'DELETE', headers: { 'mcp-session-id': 's1' } }])
  })
})

describe('a failure', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const never = ({ signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
    })

  test('is that nothing comes in time', async () => {
    const { wire } = create(never)
    const sending = wire.send(message, { awaits: 1 })
    await vi.advanceTimersByTimeAsync(99)
    await vi.advanceTimersByTimeAsync(1)
    expect(await sending).toEqual({ messages: [], failure: 'nothing came within 100 ms' })
  })

  test('is what the platform says', async () => {
    const { wire } = create(() => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })))
    expect(await wire.send(message)).toEqual({ messages: [], failure: 'ECONNREFUSED' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of an interruption ends the wait', async () => {
    const { wire, controller } = create(never)
    const sending = wire.send(message)
    const failing = expect(sending).rejects.toThrow(new Error('stop'))
    controller.abort(new Error('stop'))
    await failing
  })

  test.each([
    [new Error('x', { cause: new Error('why') }), 'why'],
    [new Error('x', { cause: new Error('') }), 'x'],
    [new Error('x', { cause: 'why' }), 'x'],
    [new Error('x'), 'x'],
  ])('%s says why', (reason, text) => {
    expect(describeFailure(reason)).toBe(text)
  })
})
