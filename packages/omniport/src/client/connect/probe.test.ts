import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { PendingOptions } from '../../jsonrpc/pending.js'
import type { ClientTransport } from '../../transport/client-transport.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import { reply } from '../http/fixtures/fake-endpoint.js'
import { HttpStatusError } from '../http/http-status-error.js'
import { SentSecrets } from '../http/sent-secrets.js'
import { RequestLost } from '../requests/request-lost.js'
import { isAnswer, probe } from './probe.js'

const address = 'https://mcp.example/mcp'
const refusedWith = (status: number) =>
  new HttpStatusError({
    ...{ address, reply: reply({ status }), body: { isMessage: false, namesSession: false } },
    ...{ secrets: new SentSecrets(new URL(address), {}), nowMs: 0 },
  })

/** Probes a server that answers as a test says; an Error is thrown. */
function start(answer: (request: RpcRequest, options: PendingOptions) => unknown) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime })
  const requests: RpcRequest[] = []
  let answers = 0
  const transport: ClientTransport = {
    revision: undefined,
    request: async (request, options = {}) => {
      requests.push(request)
      const result = await answer(request, options)
      if (result instanceof Error) throw result
      return { jsonrpc: '2.0', id: request.id, ...(result as object) } as RpcResponse
    },
    notify: () => {},
    closed: new Promise(() => {}),
    close: async () => {},
  }
  const stop = new AbortController()
  const onAnswer = () => {
    answers += 1
  }
  const probing = probe(transport, services, { signal: stop.signal, timeoutMs: 1_000, onAnswer })
  probing.catch(() => {})
  return { probing, requests, runtime, stop, answers: () => answers }
}

const discovered = {
  resultType: 'complete',
  ...{ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' },
}
const failing = (code: number, data?: unknown) => ({
  error: { code, message: 'No', ...(data !== undefined && { data }) },
})

describe('a server that is probed', () => {
  test('is modern where it says what it is', async () => {
    const { probing, requests, answers } = start(() => ({ result: discovered }))
    expect(await probing).toMatchObject({
      type: 'modern',
      discovered: { supported: ['2026-07-28'], capabilities: { tools: {} } },
    })
    expect([requests.map(({ method }) => method), answers()]).toEqual([['server/discover'], 1])
  })

  test('is modern where it refuses the version, and says which it speaks', async () => {
    const { probing, answers } = start(() => failing(-32022, { supported: ['2027-01-01'] }))
    expect(await probing).toEqual({
      ...{ type: 'refused', supported: ['2027-01-01'] },
      reason: new RpcError(-32022, 'No', { supported: ['2027-01-01'] }),
    })
    expect(answers()).toBe(1)
  })

  test.each<[string, unknown]>([
    ['does not know the method', failing(-32601)],
    ['lists versions in another error', failing(-32602, { supported: ['2025-11-25'] })],
    ['refuses a version without a list', failing(-32022)],
    ['refuses with HTTP 404', refusedWith(404)],
    ['refuses with HTTP 499', refusedWith(499)],
  ])('is proven to be legacy where it %s', async (_name, answer) => {
    expect(await start(() => answer).probing).toEqual({ type: 'legacy', isProven: true })
  })

  test.each<[string, unknown, number]>([
    ['gives something else', { result: { resultType: 'complete' } }, 1],
    ['fails with HTTP 500', refusedWith(500), 1],
    ['fails with HTTP 501', refusedWith(501), 1],
    ['wants another way in, with HTTP 407', refusedWith(407), 0],
    ['has too much to say', new OmniportError('limit', 'too long'), 0],
  ])('may be legacy where it %s', async (_name, answer, answers) => {
    const started = start(() => answer)
    expect(await started.probing).toEqual({ type: 'legacy', isProven: false })
    expect(started.answers()).toBe(answers)
  })

  test('may be legacy where it says nothing in time', async () => {
    const { probing, runtime, answers } = start(() => new Promise(() => {}))
    await runtime.advance(1_000)
    expect([await probing, answers(), runtime.timers]).toEqual([{ type: 'legacy', isProven: false }, 0, 0])
  })

  test.each<[string, Error]>([
    ['that headers are wrong', new RpcError(-32020, 'No')],
    ['that a capability is missing', new RpcError(-32021, 'No')],
  ])('is modern where it says %s, which is an error', async (_name, reason) => {
    const { probing, answers } = start(() => failing((reason as RpcError).code))
    await expect(probing).rejects.toEqual(reason)
    expect(answers()).toBe(1)
  })

  test.each<[string, Error]>([
    ['the connection ends', new RequestLost('broke')],
    ['it cannot be reached', new OmniportError('unreachable', 'away')],
    ['it is away, with HTTP 503', refusedWith(503)],
    ['it wants credentials that cannot be had', new OmniportError('unauthorized', 'no')],
    ['something is wrong on this side', new TypeError('no')],
  ])('is not known where %s', async (_name, reason) => {
    const { probing, answers } = start(() => reason)
    await expect(probing).rejects.toBe(reason)
    expect(answers()).toBe(0)
  })

  test('is not known to one who gives up', async () => {
    const { probing, stop } = start(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(failing(-32601)))),
    )
    stop.abort(new Error('enough'))
    await expect(probing).rejects.toThrow('enough')
  })
})

test.each<[unknown, boolean]>([
  [new RpcError(-32601, 'No'), true],
  [new OmniportError('invalid_result', 'No'), true],
  [new OmniportError('unsupported', 'No'), true],
  [new OmniportError('closed', 'No'), false],
  [new OmniportError('timeout', 'No'), false],
  [new Error('No'), false],
])('%s is an answer of the server: %s', (reason, expected) => {
  expect(isAnswer(reason)).toBe(expected)
})
