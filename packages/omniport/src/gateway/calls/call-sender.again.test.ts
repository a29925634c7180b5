import { afterEach, describe, expect, test } from 'vitest'
import { settled } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import { createExchange } from '../fixtures/gateway-parts.js'
import { openSender, type SenderOptions } from '../fixtures/open-sender.js'
import { createUpstreamFrom } from '../fixtures/upstream-from.js'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

type Answer = { readonly result: object } | { readonly error: { code: number; message: string; data?: unknown } }

const content = [{ type: 'text', text: 'done' }]
const call = { name: 'work', arguments: {} }
const client = { name: 'c', capabilities: { elicitation: { form: {}, url: {} } } } as Exchange['client']

/** An upstream whose answers to calls come one after the other, the last one again and again. */
function open(revision: '2025-11-25' | '2026-07-28', given: readonly Answer[], options: SenderOptions = {}) {
  const answers = [...given]
  const next = () => (answers.length > 1 ? answers.shift() : answers[0]) ?? { result: {} }
  const tools = [{ name: 'work', inputSchema: { type: 'object' } }]
  const list = { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }
  const upstream = createUpstreamFrom(revision, {
    'tools/call': next,
    'prompts/get': next,
    'tools/list': () => ({ result: list }),
  })
  const sender = openSender(upstream.target, options)
  closers.push(sender.close)
  return { ...sender, received: upstream.received, methods: () => upstream.received.map(({ method }) => method) }
}

describe('a call whose headers an upstream does not accept', () => {
  const mismatch = { error: { code: -32020, message: 'Header mismatch' } }
  const done = { result: { resultType: 'complete', content } }
  const exchange = createExchange({ revision: '2026-07-28' })

  test('is sent once more, after the tools were read', async () => {
    const { send, methods } = open('2026-07-28', [mismatch, done], { exchange })
    expect(await send('tools/call', call)).toMatchObject({ id: 9, result: { content } })
    expect(methods()).toEqual(['tools/call', 'tools/list', 'tools/call'])
  })

  test('is not sent a third time', async () => {
    const { send, methods } = open('2026-07-28', [mismatch], { exchange })
    expect(await send('tools/call', call)).toMatchObject({ error: mismatch.error })
    expect(methods()).toEqual(['tools/call', 'tools/list', 'tools/call'])
  })

  test('is one of a tool: other requests have the error', async () => {
    const { send, methods } = open('2026-07-28', [mismatch], { exchange })
    expect(await send('prompts/get', { name: 'work' })).toMatchObject({ error: mismatch.error })
    expect(methods()).toEqual(['prompts/get'])
  })
})

describe('a call before which an upstream wants a page opened', () => {
  const page = { mode: 'url', message: 'Pay', url: 'https://a.example/', elicitationId: 'e' }
  const wants = { error: { code: -32042, message: 'Open it first', data: { elicitations: [page] } } }
  const done = { result: { content } }

  function openAsking(answers: readonly Answer[], ask: Ask) {
    return open('2025-11-25', answers, { exchange: createExchange({ revision: '2026-07-28', client, ask }) })
  }

  test('is sent once more when it was opened', async () => {
    const asked: unknown[] = []
    const { send, methods } = openAsking([wants, done], async ({ method }) => {
      asked.push(method)
      return { action: 'accept' }
    })
    expect(await send('tools/call', call)).toMatchObject({ id: 9, result: { content } })
    expect([methods().filter((method) => method === 'tools/call').length, asked]).toEqual([2, ['elicitation/create']])
  })

  test('is not sent a third time', async () => {
    const { send, methods } = openAsking([wants], async () => ({ action: 'accept' }))
    expect(await send('tools/call', call)).toMatchObject({ id: 9, error: { message: 'Open it first' } })
    expect(methods().filter((method) => method === 'tools/call')).toHaveLength(2)
  })

  test.each<[string, Ask]>([
    ['was not opened', async () => ({ action: 'decline' })],
    ['cannot be opened', () => Promise.reject(RpcError.internal('No'))],
  ])('is not sent again when it %s', async (_how, ask) => {
    const { send, methods } = openAsking([wants], ask)
    expect(await send('tools/call', call)).toMatchObject({ id: 9, error: { message: 'Open it first' } })
    expect(methods().filter((method) => method === 'tools/call')).toHaveLength(1)
  })
})

const question = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Name?', requestedSchema: { type: 'object', properties: {} } },
}
const asking = { result: { resultType: 'input_required', inputRequests: { name: question }, requestState: 'state' } }
const done = { result: { resultType: 'complete', content } }

describe('the rounds of a modern upstream, for a legacy client', () => {
  const accept: Ask = async () => ({ action: 'accept', content: {} })

  test('are answered by requests to the client', async () => {
    const asked: unknown[] = []
    const ask: Ask = (request, options) => {
      asked.push([request.method, options])
      return accept(request)
    }
    const { send, received, events, connection } = open('2026-07-28', [asking, done], {
      exchange: createExchange({ client, ask }),
      limits: { questionMs: 777 },
    })
    expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, result: { content } })
    expect(received.map(({ params: { _meta, ...params } }) => params)).toEqual([
      call,
      { ...call, inputResponses: { name: { action: 'accept', content: {} } }, requestState: 'state' },
    ])
    expect(
      events
        .filter(([type]) => type.startsWith('call'))
        .map(([, event]) => (event as { readonly outcome?: string }).outcome),
    ).toEqual([...[undefined, 'input_required', undefined, 'result']])
    expect(connection.calls.size).toBe(0)
    expect(asked).toEqual([['elicitation/create', { signal: expect.any(AbortSignal), timeoutMs: 777 }]])
  })

  test('end with the error of the client', async () => {
    const refusal = new RpcError(-1, 'Not today')
    const exchange = createExchange({ client, ask: () => Promise.reject(refusal) })
    await expect(open('2026-07-28', [asking], { exchange }).send('tools/call', call)).rejects.toBe(refusal)
  })

  test('end with an error that names the upstream where it asks too often', async () => {
    const options = { exchange: createExchange({ client, ask: accept }), limits: { rounds: 2 } }
    const { send, connection } = open('2026-07-28', [asking], options)
    await expect(send('tools/call', call)).rejects.toMatchObject({
      code: -32603,
      message: 'The upstream "notes" failed: tools/call: asks again and again; rounds is 2',
    })
    expect(connection.calls.size).toBe(0)
  })

  test('end with the reason of a client that gives up', async () => {
    const abort = new AbortController()
    const exchange = createExchange({ client, ask: () => new Promise(() => {}), signal: abort.signal })
    const { send, methods } = open('2026-07-28', [asking], { exchange })
    const sent = send('tools/call', call)
    await settled()
    const reason = new Error('left')
    abort.abort(reason)
    await expect(sent).rejects.toBe(reason)
    expect(methods()).toEqual(['tools/call'])
  })
})

describe('a question of a modern upstream, for a modern client', () => {
  const exchange = createExchange({ revision: '2026-07-28', client })

  test('passes with a state that is sealed', async () => {
    const { send, services } = open('2026-07-28', [asking], { exchange })
    const { result } = await send('tools/call', call)
    const { requestState, ...others } = result as Readonly<Record<string, unknown>>
    expect(others).toEqual({ resultType: 'input_required', inputRequests: { name: question } })
    const owner = { upstream: 'notes', method: 'tools/call', params: call, exchange }
    expect(await services.states.open(requestState, owner)).toBe('state')
  })

  test('is refused with a state that is no text', async () => {
    const { send } = open('2026-07-28', [{ result: { ...asking.result, requestState: 5 } }], { exchange })
    await expect(send('tools/call', call)).rejects.toMatchObject({
      code: -32603,
      message: 'The upstream "notes" failed: tools/call: requestState must be a string',
    })
  })
})

test('an upstream of a legacy revision asks for nothing by what looks like it', async () => {
  const { send } = open('2025-11-25', [asking], { exchange: createExchange({ client }) })
  expect(await send('tools/call', call)).toEqual({ jsonrpc: '2.0', id: 9, ...asking })
})
