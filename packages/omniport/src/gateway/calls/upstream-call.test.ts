import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createExchange, createPrincipal, createSession } from '../fixtures/gateway-parts.js'
import { UpstreamResult } from '../raw-results/upstream-result.js'
import { ConnectionTasks } from '../tasks/connection-tasks.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import {
  announceEnd,
  announceStart,
  encodeParams,
  UpstreamCall,
  type UpstreamCallOptions,
  wantedLogLevel,
} from './upstream-call.js'

const asked = { name: 'c', capabilities: { roots: {} } } as Exchange['client']

function create(more: Partial<UpstreamCallOptions> = {}, upstream: Revision = '2025-11-25') {
  const runtime = new VirtualRuntime()
  const services = { nextId: () => 'u1', timeoutMs: 100, maxTimeoutMs: 250, runtime }
  const open = { services, profile: profileOf(upstream), revision: upstream } as unknown as OpenUpstream
  const message: RpcRequest = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } }
  const exchange = createExchange()
  const call = new UpstreamCall({
    ...{ message, exchange, open, number: 7, isSentAgain: false, acceptsRaw: false },
    tasks: 'pass',
    ...more,
  })
  return { call, runtime, exchange, open }
}

const withMeta = (_meta: object, method = 'tools/call'): RpcRequest => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { _meta },
})

describe('the times of a call', () => {
  test('are counted at the request, as a client that is asked nothing gives up there', () => {
    const { call, exchange } = create()
    expect([call.signal, call.timeoutMs, call.maxTimeoutMs, call.onAbort]).toEqual([
      ...[exchange.signal, 100, 250, undefined],
    ])
    call.pause()()
    call.end()
  })

  test('are counted at the request where a modern upstream asks in its results', () => {
    const { call, exchange } = create({ exchange: createExchange({ client: asked }) }, '2026-07-28')
    expect([call.signal === exchange.signal, call.timeoutMs, call.maxTimeoutMs]).toEqual([false, 100, 250])
    expect(call.signal).toBe(call.exchange.signal)
  })

  test('need no signal where the client has something cheaper', () => {
    const listeners: ((reason: unknown) => void)[] = []
    const { call } = create({ exchange: createExchange({ onAbort: (fn) => void listeners.push(fn) }) })
    const listener = () => {}
    call.onAbort?.(listener)
    expect([call.signal, listeners, call.timeoutMs]).toEqual([undefined, [listener], 100])
  })

  test('stand still while a client is asked', async () => {
    const client = new AbortController()
    const onAbort = () => {}
    const exchange = createExchange({ client: asked, signal: client.signal, onAbort })
    const { call, runtime } = create({ exchange })
    expect([call.onAbort, call.timeoutMs, call.maxTimeoutMs]).toEqual([undefined, undefined, undefined])
    const release = call.pause()
    await runtime.advance(1_000)
    expect(call.signal?.aborted).toBe(false)
    release()
    await runtime.advance(99)
    expect(call.signal?.aborted).toBe(false)
    await runtime.advance(1)
    expect(call.signal?.reason).toMatchObject({ code: 'timeout', message: 'No answer within 100 ms' })
  })

  test('begin anew with progress, and with nothing else', async () => {
    const exchange = createExchange({ client: asked })
    const { call, runtime } = create({ exchange, message: withMeta({ progressToken: 'p' }) })
    await runtime.advance(80)
    call.onNotification?.({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } })
    await runtime.advance(99)
    call.onNotification?.({ jsonrpc: '2.0', method: 'notifications/message' })
    expect(call.signal?.aborted).toBe(false)
    await runtime.advance(1)
    expect(call.signal?.aborted).toBe(true)
  })

  test('end with the call', async () => {
    const { call, runtime } = create({ exchange: createExchange({ client: asked }) })
    call.end()
    await runtime.advance(1_000)
    expect([call.signal?.aborted, runtime.timers]).toEqual([false, 0])
  })

  test('end with the call: what its client does then is nothing', () => {
    const client = new AbortController()
    const { call } = create({ exchange: createExchange({ client: asked, signal: client.signal }) })
    call.end()
    client.abort()
    expect(call.signal?.aborted).toBe(false)
  })
})

describe('progress', () => {
  const progress = (params?: RpcNotification['params']): RpcNotification => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    ...(params !== undefined && { params }),
  })

  test.each(['p', 0])('reaches a client under its token %j', (progressToken) => {
    const exchange = createExchange()
    const { call } = create({ exchange, message: withMeta({ progressToken }) })
    call.onNotification?.(progress({ progressToken: 'u1', progress: 1, total: 2, message: 'half' }))
    call.onNotification?.(progress({ progress: 2 }))
    call.onNotification?.(progress())
    expect([call.token, exchange.notified]).toEqual([
      progressToken,
      [
        progress({ progressToken, progress: 1, total: 2, message: 'half' }),
        progress({ progressToken, progress: 2 }),
        progress({ progressToken }),
      ],
    ])
  })

  test('has no message in a revision without it', () => {
    const exchange = createExchange({ revision: '2024-11-05' })
    const { call } = create({ exchange, message: withMeta({ progressToken: 'p' }) })
    call.onNotification?.(progress({ progress: 1, message: 'half' }))
    expect(exchange.notified).toEqual([progress({ progressToken: 'p', progress: 1 })])
  })

  test('names the task by the id that its client knows', () => {
    const exchange = createExchange()
    const held = new ConnectionTasks(1)
    held.name('1', 'a')
    const { call } = create({ exchange, message: withMeta({ progressToken: 'p' }), held })
    const relatedTo = (taskId: string) => ({ 'io.modelcontextprotocol/related-task': { taskId } })
    call.onNotification?.(progress({ progress: 1, _meta: relatedTo('1') }))
    expect(exchange.notified).toEqual([progress({ progressToken: 'p', progress: 1, _meta: relatedTo('a') })])
  })

  test('is the only message that passes so', () => {
    const exchange = createExchange()
    const { call } = create({ exchange, message: withMeta({ progressToken: 'p' }) })
    call.onNotification?.({ jsonrpc: '2.0', method: 'notifications/message', params: {} })
    expect(exchange.notified).toEqual([])
  })

  test('is not taken for a client that wants none', () => {
    const { call } = create()
    expect([call.token, call.onNotification]).toEqual([undefined, undefined])
  })
})

test.each<[string, Partial<UpstreamCallOptions>, string | undefined]>([
  ['which the message names', { message: request('tasks/result', { taskId: 't' }) }, 't'],
  ['unless that is no name', { message: request('tasks/result', { taskId: 5 }) }, undefined],
  ['unless it names none', { message: request('tasks/result') }, undefined],
  ['unless it wants something else', { message: request('tasks/get', { taskId: 't' }) }, undefined],
  ['which the gateway waits for', { message: request('tools/call'), taskId: 'u' }, 'u'],
])('a call waits for the result of the task %s', (_which, options, expected) => {
  expect(create(options).call.taskId).toBe(expected)
})

test('a call has its number and the time since it began, for those who listen', () => {
  const { call, runtime } = create()
  expect([call.id, call.number, call.sinceMs]).toEqual(['u1', 7, runtime.now()])
  expect(create({ number: 0 }).call.sinceMs).toBe(0)
})

describe('the log messages that a client wants', () => {
  const session = createSession('s', { logLevel: 'error' })
  const { logLevel } = metaKeys
  test.each<[string, RpcRequest, Partial<Exchange>, string | undefined]>([
    ['are those of its request', withMeta({ [logLevel]: 'info' }), {}, 'info'],
    ['are those of its session', withMeta({ [logLevel]: 'info' }), { session }, 'error'],
    [
      'are not known of a session that did not say',
      withMeta({ [logLevel]: 'info' }),
      { session: createSession('t') },
      undefined,
    ],
    ['are not known by an unknown level', withMeta({ [logLevel]: 'loud' }), {}, undefined],
    ['are not known without any', withMeta({}), {}, undefined],
    ['are not known by what is no object', request('tools/call', { _meta: 5 }), {}, undefined],
    ['are not known without parameters', request('tools/call'), {}, undefined],
  ])('%s', (_which, message, more, expected) => {
    const exchange = createExchange(more)
    expect([wantedLogLevel(message, exchange), create({ message, exchange }).call.logLevel]).toEqual([
      expected,
      expected,
    ])
  })
})

describe('the parameters for an upstream', () => {
  const own = { [metaKeys.protocolVersion]: '2025-11-25', [metaKeys.logLevel]: 'info' }
  const hop = { ...own, progressToken: 1, [metaKeys.clientInfo]: {}, [metaKeys.clientCapabilities]: {} }
  const requesterMeta = { [metaKeys.protocolVersion]: '2026-07-28' }

  test('are the same where nothing changes', () => {
    const params = { name: 't' }
    const target = { requesterMeta: undefined, progressToken: 'u1' }
    expect([encodeParams(params, target), encodeParams(undefined, target)]).toEqual([params, undefined])
    expect(encodeParams(params, target)).toBe(params)
  })

  test.each<[string, object, object | undefined, string | undefined, object]>([
    ['keep what is not of one hop', { ...hop, a: 1 }, undefined, undefined, { a: 1 }],
    ['have what the gateway says of itself', { ...hop, a: 1 }, requesterMeta, undefined, { a: 1, ...requesterMeta }],
    ['have the token of the gateway', { ...hop }, undefined, 'u1', { progressToken: 'u1' }],
    ['have no token that nobody wants', { progressToken: 1 }, requesterMeta, undefined, requesterMeta],
  ])('%s', (_what, _meta, given, progressToken, expected) => {
    const params = { name: 't', _meta }
    const before = structuredClone(params)
    const target = { requesterMeta: given as Readonly<Record<string, unknown>> | undefined, progressToken }
    expect(encodeParams(params, target)).toEqual({ name: 't', _meta: expected })
    expect(params).toEqual(before)
  })

  test('have it where there were none, and in place of what is no object', () => {
    const target = { requesterMeta, progressToken: undefined }
    expect(encodeParams(undefined, target)).toEqual({ _meta: requesterMeta })
    expect(encodeParams({ a: 1, _meta: 5 }, target)).toEqual({ a: 1, _meta: requesterMeta })
  })
})

describe('what is announced of a call', () => {
  function listen(isListening = true) {
    const events: unknown[] = []
    const runtime = new VirtualRuntime()
    const announce = isListening ? (type: string, payload: object) => void events.push([type, payload]) : undefined
    const owner = { name: 'notes', services: { announce, runtime } }
    return { connection: { owner, number: 3 } as unknown as UpstreamConnection, events, runtime }
  }

  test('is its beginning, with the client', () => {
    const { connection, events } = listen()
    const exchange = createExchange({ principal: createPrincipal('ann') })
    announceStart(create({ exchange }).call, connection, 'read')
    announceStart(create({ exchange }).call, connection, undefined)
    const client = { revision: '2025-11-25', principal: 'ann', name: 'client' }
    const about = { upstream: 'notes', connection: 3, call: 7, method: 'tools/call', client }
    expect(events).toEqual([
      ['call-started', { ...about, name: 'read' }],
      ['call-started', about],
    ])
    expect(Object.keys((events[1] as [string, object])[1])).not.toContain('name')
  })

  const result = (value: unknown): RpcResponse => ({ jsonrpc: '2.0', id: 1, result: value })
  const raw = (isError: boolean) => new UpstreamResult(new TextEncoder().encode('{}'), { longParts: [], isError })
  test.each<[string, RpcResponse | undefined, object]>([
    ['a result', result({ content: [] }), { outcome: 'result' }],
    ['a result of a tool that failed', result({ content: [], isError: true }), { outcome: 'result', isError: true }],
    ['a result of one that says so in another way', result({ isError: 'yes' }), { outcome: 'result' }],
    ['bytes', result(raw(false)), { outcome: 'result' }],
    ['bytes of a tool that failed', result(raw(true)), { outcome: 'result', isError: true }],
    ['a question', result({ resultType: 'input_required' }), { outcome: 'input_required' }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -5, message: 'x' } }, { outcome: 'error', code: -5 }],
    ['a failure', undefined, { outcome: 'error' }],
  ])('is its end: %s', async (_what, response, expected) => {
    const { connection, events, runtime } = listen()
    const { call } = create()
    await runtime.advance(25)
    announceEnd(call, connection, response)
    const about = { upstream: 'notes', connection: 3, call: 7, method: 'tools/call', elapsedMs: 25 }
    expect(events).toStrictEqual([['call-ended', { ...about, ...expected }]])
  })

  test.each([
    [undefined, 'cancelled'],
    [result({ content: [] }), 'result'],
  ])('is that its client gave up, unless there was an answer', (response, outcome) => {
    const { connection, events } = listen()
    const { call } = create({ exchange: createExchange({ signal: AbortSignal.abort() }) })
    announceEnd(call, connection, response)
    expect(events).toMatchObject([['call-ended', { outcome }]])
  })

  test('is nothing where nobody listens', () => {
    const { connection, events } = listen(false)
    const { call } = create()
    announceStart(call, connection, 'read')
    announceEnd(call, connection, undefined)
    expect(events).toEqual([])
  })
})

function request(method: string, params?: RpcRequest['params']): RpcRequest {
  return { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) }
}
