import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { SerialQueue } from '../../async/waiting/serial-queue.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { createFetchHandler } from '../../transport/http/create-fetch-handler.js'
import { createNamedServer } from '../fixtures/behind.js'
import { createExchange, createSession } from '../fixtures/gateway-parts.js'
import { openSender, type SenderOptions } from '../fixtures/open-sender.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Methods = Parameters<typeof createUpstreamFrom>[1]

const done = { result: { content: [{ type: 'text', text: 'done' }] } }
const call = { name: 'work', arguments: { a: 1 } }

function open(revision: '2025-11-25' | '2026-07-28', answers: Methods, options: SenderOptions = {}) {
  const upstream = createUpstreamFrom(revision, answers)
  const sender = openSender(upstream.target, options)
  closers.push(sender.close)
  const methods = () => upstream.received.map(({ method }) => method)
  return { ...sender, received: upstream.received, methods }
}

/** An answer that a test gives later, for each request one. */
function later() {
  const waiting: ((answer: typeof done) => void)[] = []
  const answer = () => new Promise<typeof done>((resolve) => void waiting.push(resolve))
  return { answer, waiting }
}

describe('a request', () => {
  test('goes to the upstream, and its answer to the client under the id of the client', async () => {
    const { send, received, connection, runtime, events } = open('2025-11-25', { 'tools/call': () => done })
    await runtime.advance(5)
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, ...done })
    expect(received).toEqual([{ method: 'tools/call', params: call }])
    expect([connection.lastUsedMs, connection.calls.size]).toEqual([runtime.now(), 0])
    const client = { revision: '2025-11-25', name: 'client' }
    const about = { upstream: 'notes', connection: 1, call: 2, method: 'tools/call' }
    expect(events.filter(([type]) => type.startsWith('call'))).toEqual([
      ['call-started', { ...about, name: 'work', client }],
      ['call-ended', { ...about, outcome: 'result', elapsedMs: 0 }],
    ])
  })

  test('without parameters has none at the upstream', async () => {
    const { send, received } = open('2025-11-25', { 'com.example/any': () => ({ result: { a: 1 } }) })
    expect(await send('com.example/any')).toEqual({ jsonrpc: '2.0', id: 9, result: { a: 1 } })
    expect(received).toEqual([{ method: 'com.example/any', params: {} }])
  })

  test('has at a modern upstream what describes the gateway', async () => {
    const exchange = createExchange({ revision: '2026-07-28' })
    const { send, received } = open('2026-07-28', { 'tools/call': () => done }, { exchange })
    await send('tools/call', { ...call, _meta: { [metaKeys.logLevel]: 'info', 'com.example/a': 1 } })
    expect(received[0]?.params).toEqual({
      ...call,
      _meta: {
        [metaKeys.protocolVersion]: '2026-07-28',
        [metaKeys.clientInfo]: { name: 'gateway', version: '1' },
        [metaKeys.clientCapabilities]: {},
        [metaKeys.logLevel]: 'info',
        'com.example/a': 1,
      },
    })
  })

  test('gets progress under the token of its client', async () => {
    const { send, received } = open('2025-11-25', { 'tools/call': () => done })
    await send('tools/call', { ...call, _meta: { progressToken: 'mine' } })
    expect(received.map(({ params }) => params['_meta'])).toEqual([{ progressToken: expect.any(Number) }])
  })

  test('is in flight until it is answered', async () => {
    const { answer, waiting } = later()
    const { send, connection } = open('2025-11-25', { 'tools/call': answer })
    const sent = send('tools/call', call)
    await settled()
    let isIdle = false
    void connection.whenIdle().then(() => (isIdle = true))
    await settled()
    expect([connection.calls.size, isIdle]).toEqual([1, false])
    waiting[0]?.(done)
    await sent
    await settled()
    expect([connection.calls.size, isIdle]).toEqual([0, true])
  })

  test('gets the error of the upstream', async () => {
    const error = { code: -31_000, message: 'No', data: { why: 1 } }
    const { send, methods } = open('2025-11-25', { 'tools/call': () => ({ error }) })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, error })
    expect(methods()).toEqual(['tools/call'])
  })

  test('gets an error that names the upstream where the connection ends', async () => {
    const { answer } = later()
    const { send, connection, events } = open('2025-11-25', { 'tools/call': answer })
    const sent = send('tools/call', call)
    await settled()
    void connection.close()
    await expect(sent).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^The upstream "notes" failed: ./),
      data: { upstream: 'notes' },
    })
    expect(events.filter(([type]) => type === 'call-ended')).toMatchObject([['call-ended', { outcome: 'error' }]])
  })

  test('gets an error that names the upstream where a result is wrong', async () => {
    const exchange = createExchange({ revision: '2026-07-28' })
    const { send } = open('2025-11-25', { 'tools/call': () => ({ result: { content: 5 } }) }, { exchange })
    await expect(send('tools/call', call)).rejects.toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^The upstream "notes" failed: tools\/call: /),
    })
  })

  test('of a client that gives up ends with its reason', async () => {
    const { answer } = later()
    const client = new AbortController()
    const exchange = createExchange({ signal: client.signal })
    const { send, connection, events } = open('2025-11-25', { 'tools/call': answer }, { exchange })
    const sent = send('tools/call', call)
    await settled()
    const reason = new Error('left')
    client.abort(reason)
    await expect(sent).rejects.toBe(reason)
    expect(connection.calls.size).toBe(0)
    expect(events.filter(([type]) => type === 'call-ended')).toMatchObject([['call-ended', { outcome: 'cancelled' }]])
  })

  test('of a client that gave up before is not sent', async () => {
    const reason = new Error('left')
    const exchange = createExchange({ signal: AbortSignal.abort(reason) })
    const { send, methods } = open('2025-11-25', { 'tools/call': () => done }, { exchange })
    await expect(send('tools/call', call)).rejects.toBe(reason)
    expect(methods()).toEqual([])
  })
})

describe('the log level of a client', () => {
  const answers = { 'logging/setLevel': () => ({ result: {} }), 'tools/call': () => done }
  const withLevel = { ...call, _meta: { [metaKeys.logLevel]: 'debug' } }

  test('is set at a legacy upstream before the request, once', async () => {
    const session = createSession('s', { logLevel: 'debug' })
    const { send, received } = open('2025-11-25', answers, { exchange: createExchange({ session }) })
    await send('tools/call', call)
    await send('tools/call', call)
    expect(received.map(({ method, params }) => params['level'] ?? method)).toEqual([
      ...['debug', 'tools/call', 'tools/call'],
    ])
  })

  test('is set again when it is another', async () => {
    const session = createSession('s', { logLevel: 'debug' })
    const { send, received } = open('2025-11-25', answers, { exchange: createExchange({ session }) })
    await send('tools/call', call)
    session.logLevel = 'info'
    await send('tools/call', call)
    expect(received.map(({ method, params }) => params['level'] ?? method)).toEqual([
      ...['debug', 'tools/call', 'info', 'tools/call'],
    ])
  })

  test('of a modern one is that of its request', async () => {
    const exchange = createExchange({ revision: '2026-07-28' })
    const { send, received, connection } = open('2025-11-25', answers, { exchange })
    await connection.ready(exchange)
    await send('tools/call', withLevel)
    expect(received.map(({ method, params }) => params['level'] ?? method)).toEqual(['debug', 'tools/call'])
  })

  test('is not set at a modern upstream', async () => {
    const exchange = createExchange({ revision: '2026-07-28' })
    const { send, methods } = open('2026-07-28', answers, { exchange })
    await send('tools/call', withLevel)
    expect(methods()).toEqual(['tools/call'])
  })
})

describe('where calls wait for each other', () => {
  test('one goes after the other', async () => {
    const { answer, waiting } = later()
    const { send, connection, methods } = open('2025-11-25', { 'tools/call': answer })
    connection.turns = new SerialQueue()
    const both = [send('tools/call', call), send('tools/call', call)]
    await settled()
    expect(methods()).toHaveLength(1)
    waiting[0]?.(done)
    await both[0]
    await settled()
    expect(methods()).toHaveLength(2)
    waiting[1]?.(done)
    expect(await Promise.all(both)).toHaveLength(2)
  })

  test('one whose client gave up is not sent', async () => {
    const { answer, waiting } = later()
    const { send, connection, methods } = open('2025-11-25', { 'tools/call': answer })
    connection.turns = new SerialQueue()
    const client = new AbortController()
    const first = send('tools/call', call)
    const second = send('tools/call', call, createExchange({ signal: client.signal }))
    await settled()
    const reason = new Error('left')
    client.abort(reason)
    waiting[0]?.(done)
    await first
    await expect(second).rejects.toBe(reason)
    expect(methods()).toHaveLength(1)
  })
})

describe('an upstream over HTTP that forgot the session', () => {
  function openForgetful(forgets: number) {
    const server = createNamedServer('a', ['work'], { revisions: ['2025-11-25'] })
    const handler = createFetchHandler(server, { allowedHosts: ['a.test'] })
    const state = { forgets, calls: 0, sessions: 0 }
    const serve: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const { method = '' } = request.method === 'POST' ? ((await request.clone().json()) as { method?: string }) : {}
      if (method === 'initialize') state.sessions += 1
      if (method !== 'tools/call') return handler(request)
      state.calls += 1
      return state.calls <= state.forgets ? new Response('', { status: 404 }) : handler(request)
    }
    const sender = openSender('http://a.test/mcp', { services: { fetch: serve } })
    closers.push(
      sender.close,
      () => handler.close(),
      () => server.close(),
    )
    return { ...sender, state }
  }

  test('gets the call once more, in a new one', async () => {
    const { send, state } = openForgetful(1)
    expect(await send('tools/call', call)).toMatchObject({ id: 9, result: { content: [{ text: 'a work' }] } })
    expect(state).toEqual({ forgets: 1, calls: 2, sessions: 2 })
  })

  test('and forgets the next one too has failed', async () => {
    const { send, state } = openForgetful(5)
    await expect(send('tools/call', call)).rejects.toMatchObject({ code: -32603, data: { upstream: 'notes' } })
    expect(state).toEqual({ forgets: 5, calls: 2, sessions: 2 })
  })
})
