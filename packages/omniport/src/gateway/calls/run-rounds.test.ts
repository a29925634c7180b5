import { describe, expect, test } from 'vitest'
import type { RpcParams, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Ask, Exchange } from '../../protocol/exchange/exchange.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { createExchange, createGatewayParts } from '../fixtures/gateway-parts.js'
import { isInputRequired, openPages, runRounds, wantsPages } from './run-rounds.js'
import type { UpstreamCall } from './upstream-call.js'

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } }
const form = { method: 'elicitation/create', params: { mode: 'form', message: 'Who?', requestedSchema } }

function asks(inputRequests: object, more: object = {}): RpcResponse {
  return { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required', inputRequests, ...more } }
}

/** A response that asks nothing yet. */
const waits = asks({}, { requestState: 's' })

const done: RpcResponse = { jsonrpc: '2.0', id: 1, result: { content: [] } }

const accept = { action: 'accept', content: { name: 'Ada' } }

function create(responses: readonly RpcResponse[], more: Partial<Exchange> = {}, limits: object = {}) {
  const { services, runtime } = createGatewayParts({ rounds: 3, questions: 2, ...limits })
  const asked: unknown[] = []
  const sent: RpcParams[] = []
  const ask: Ask = async (request) => {
    asked.push(request)
    return accept
  }
  const client = { name: 'c', capabilities: { elicitation: { form: {}, url: {} } } } as Exchange['client']
  const exchange = createExchange({ ask, client, ...more })
  const [first, ...rest] = responses
  const run = () =>
    runRounds(
      first ?? done,
      {
        ...{ method: 'tools/call', params: { name: 't', requestState: 'old', inputResponses: {} }, exchange },
        ...{ from: '2026-07-28' as const },
        send: async (params) => {
          sent.push(params)
          return rest.shift() ?? done
        },
      },
      services,
    )
  return { run, asked, sent, runtime, services, exchange }
}

test.each([
  [done, false],
  [asks({}), true],
  [{ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } } as RpcResponse, false],
  [{ jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } } as RpcResponse, false],
])('%j asks for input: %s', (response, expected) => {
  expect(isInputRequired(response)).toBe(expected)
})

test('a response that asks nothing is the response', async () => {
  const { run, sent } = create([done])
  expect([await run(), sent]).toEqual([done, []])
})

describe('the request is sent again', () => {
  test('with the answers and the state of the upstream, without those of the client', async () => {
    const { run, sent, asked } = create([
      asks(JSON.parse(`{"__proto__":${JSON.stringify(form)}}`), { requestState: 's' }),
      done,
    ])
    expect(await run()).toBe(done)
    expect(JSON.stringify(sent)).toBe(
      `[{"name":"t","inputResponses":{"__proto__":${JSON.stringify(accept)}},"requestState":"s"}]`,
    )
    expect(asked).toEqual([expect.objectContaining({ method: 'elicitation/create' })])
  })

  test('without answers or a state where there are none', async () => {
    const stateless = create([asks({ a: form }), done])
    await stateless.run()
    expect(stateless.sent).toStrictEqual([{ name: 't', inputResponses: { a: accept } }])
    const { run, sent } = create([waits, done])
    await run()
    expect(sent).toStrictEqual([{ name: 't', requestState: 's' }])
  })

  test('after a pause, from the second time on that nothing was asked', async () => {
    const { run, sent, runtime } = create([waits, waits, done])
    const running = run()
    await runtime.advance(0)
    expect(sent).toHaveLength(1)
    await runtime.advance(60_000)
    await running
    expect(sent).toHaveLength(2)
  })
})

describe('it ends', () => {
  test('after so many rounds', async () => {
    const round = asks({ a: form })
    const { run } = create([round, round, round, round])
    await expect(run()).rejects.toMatchObject({
      code: 'limit',
      message: 'tools/call: asks again and again; rounds is 3',
    })
    expect(await create([round, round, round, done]).run()).toBe(done)
  })

  test('where too much is asked at once', async () => {
    const { run } = create([asks({ a: form, b: form, c: form })])
    const message = 'tools/call: asks too much at once; questions is 2'
    await expect(run()).rejects.toMatchObject({ code: 'limit', message })
    expect(await create([asks({ a: form, b: form }), done]).run()).toBe(done)
  })

  test('where the client cannot be asked', async () => {
    const { run } = create([asks({ a: form })], { ask: undefined })
    await expect(run()).rejects.toMatchObject({ code: -32603, message: 'tools/call: this client cannot be asked here' })
  })

  test.each([[5], [null], [{}], [{ method: 5 }]])('where a question has no method: %j', async (question) => {
    const { run, asked } = create([asks({ a: question })])
    const message = 'tools/call: an input request has no method'
    await expect(run()).rejects.toMatchObject({ code: 'invalid_result', message })
    expect(asked).toEqual([])
  })

  test('when the client cancels', async () => {
    const reason = new Error('left')
    const { run } = create([waits, done], { signal: AbortSignal.abort(reason) })
    await expect(run()).rejects.toBe(reason)
  })
})

const urlRequired = -32042

function pageCall(revision: Exchange['revision'], upstream: Exchange['revision'], ask?: Ask): UpstreamCall {
  const client = { name: 'c', capabilities: { elicitation: { url: {} } } } as Exchange['client']
  const exchange = createExchange({ revision, client, ...(ask && { ask }) })
  return { exchange, open: { profile: profileOf(upstream), revision: upstream } } as unknown as UpstreamCall
}

describe('an upstream wants pages opened first', () => {
  const data = { elicitations: [] }
  test.each<[string, number, unknown, Exchange['revision'], Exchange['revision'], boolean]>([
    ['by its error', urlRequired, data, '2026-07-28', '2025-11-25', true],
    ['but not by another', -32603, data, '2026-07-28', '2025-11-25', false],
    ['but not without pages', urlRequired, {}, '2026-07-28', '2025-11-25', false],
    ['but not without data', urlRequired, undefined, '2026-07-28', '2025-11-25', false],
    ['but a client of its revision knows the error', urlRequired, data, '2025-11-25', '2025-11-25', false],
    ['but an older client has no pages', urlRequired, data, '2025-06-18', '2025-11-25', false],
    ['but a modern one asks in rounds', urlRequired, data, '2026-07-28', '2026-07-28', false],
  ])('%s', (_how, code, given, revision, upstream, expected) => {
    expect(wantsPages({ code, message: 'x', data: given }, pageCall(revision, upstream))).toBe(expected)
  })
})

describe('pages are opened', () => {
  const { services } = createGatewayParts({ questions: 2 })
  const page = { mode: 'url', message: 'Pay', url: 'https://a.example/', elicitationId: 'e' }
  const error = (elicitations: unknown) => ({ code: urlRequired, message: 'x', data: { elicitations } })

  function open(elicitations: unknown, answers: readonly unknown[]) {
    const asked: unknown[] = []
    const ask: Ask = async (request) => answers[asked.push(request) - 1]
    return openPages(error(elicitations), pageCall('2026-07-28', '2025-11-25', ask), services).then((isDone) => [
      isDone,
      asked.length,
    ])
  }

  test('one after the other, until one is not', async () => {
    const [yes, no] = [{ action: 'accept' }, { action: 'decline' }]
    expect(await open([page, page], [yes, yes])).toEqual([true, 2])
    expect(await open([page, page], [no, yes])).toEqual([false, 1])
    expect(await open([page, page], [yes, { action: 'cancel' }])).toEqual([false, 2])
  })

  test('each within the time that a question has', async () => {
    const times: unknown[] = []
    const ask: Ask = async (_request, options) => {
      times.push(options?.timeoutMs)
      return { action: 'accept' }
    }
    const { services: quick } = createGatewayParts({ questionMs: 1_234 })
    await openPages(error([page, page]), pageCall('2026-07-28', '2025-11-25', ask), quick)
    expect(times).toEqual([1_234, 1_234])
  })

  test('not where there are too many, or nobody can be asked', async () => {
    expect(await open([page, page, page], [])).toEqual([false, 0])
    expect(await open([], [])).toEqual([true, 0])
    expect(await open('page', [])).toEqual([true, 0])
    expect(await openPages(error([]), pageCall('2026-07-28', '2025-11-25'), services)).toBe(false)
  })
})

test('the error of the client is that of the call', async () => {
  const ask: Ask = async () => {
    throw RpcError.invalidParams('no')
  }
  await expect(create([asks({ a: form })], { ask }).run()).rejects.toMatchObject({ code: -32602, message: 'no' })
})
