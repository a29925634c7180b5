import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { createClientServices } from '../../client-services.js'
import type { ConnectOptions } from '../../connect-options.js'
import { nameForm } from '../../fixtures/connect-fake.js'
import { answerInputs } from './answer-inputs.js'
import { decodeInputRequired, retryParams } from './retry-params.js'
import { RoundTripTimeouts } from './round-trip-timeouts.js'

const method = 'tools/call'
const profile = profileOf('2026-07-28')
const roots = { method: 'roots/list' }

function start(options: ConnectOptions = {}) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, ...options })
  const timeouts = new RoundTripTimeouts({ timeoutMs: 1_000 }, 0, runtime)
  const answer = (inputRequests: Readonly<Record<string, unknown>>, signal?: AbortSignal) =>
    answerInputs(inputRequests, { method, profile, signal, timeouts }, services)
  return { runtime, services, timeouts, answer }
}

describe('input requests', () => {
  test('are answered under their keys, whatever those are, and none needs no answer', async () => {
    const { answer } = start({ roots: [{ uri: 'file:///a' }] })
    const answered = await answer(JSON.parse('{"__proto__":{"method":"roots/list"},"b":{"method":"roots/list"}}'))
    expect(Object.entries(answered)).toEqual([
      ['__proto__', { roots: [{ uri: 'file:///a' }] }],
      ['b', { roots: [{ uri: 'file:///a' }] }],
    ])
    expect(await answer({})).toEqual({})
  })

  test('are all checked before a handler is called', async () => {
    let asked = 0
    const elicit = () => {
      asked += 1
      return { action: 'decline' as const }
    }
    const { answer } = start({ elicit })
    await expect(answer({ who: nameForm, what: { method: 'x/y' } })).rejects.toMatchObject({
      code: 'invalid_result',
      message: 'tools/call: the server asks what is no question: Method not found: x/y',
      cause: expect.any(RpcError),
    })
    expect(asked).toBe(0)
    expect(await answer({ who: nameForm })).toEqual({ who: { action: 'decline' } })
    expect(asked).toBe(1)
  })

  test('that ask a user stop the time of the request, a list of roots does not', async () => {
    const { answer, runtime, timeouts } = start({ roots: [], elicit: () => new Promise(() => {}) })
    const stop = new AbortController()
    await runtime.advance(900)
    await answer({ here: roots })
    await runtime.advance(99)
    expect(timeouts.options.signal?.aborted).toBe(false)
    const left = expect(answer({ here: roots, who: nameForm }, stop.signal)).rejects.toThrow('enough')
    await runtime.advance(5_000)
    expect(timeouts.options.signal?.aborted).toBe(false)
    stop.abort(new Error('enough'))
    await left
    await runtime.advance(999)
    expect(timeouts.options.signal?.aborted).toBe(false)
    await runtime.advance(1)
    expect(timeouts.options.signal?.reason).toMatchObject({ code: 'timeout', message: 'No answer within 1000 ms' })
  })

  test('end with limits.questionMs, and with the client, and the handlers are told', async () => {
    const reasons: unknown[] = []
    const elicit: ConnectOptions['elicit'] = (_question, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => reasons.push(signal.reason))
      })
    const { answer, runtime, services } = start({ elicit, limits: { questionMs: 3_000 } })
    const late = expect(answer({ who: nameForm })).rejects.toThrow(
      new OmniportError('timeout', 'No answer within 3000 ms'),
    )
    await runtime.advance(3_000)
    await late
    const closed = expect(answer({ who: nameForm })).rejects.toThrow('closed')
    await settled()
    services.ended.abort(new Error('closed'))
    await closed
    expect(reasons).toMatchObject([{ code: 'timeout' }, { message: 'closed' }])
  })
})

describe('the parameters of the next request', () => {
  const next = (params: Parameters<typeof retryParams>[0], result: Readonly<Record<string, unknown>>) => {
    const { services } = start({ roots: [] })
    return retryParams(params, decodeInputRequired(method, result), { method, profile, signal: undefined, services })
  }

  test('are those of the request without what belongs to an earlier round trip', async () => {
    const given = { name: 'x', inputResponses: { old: {} }, requestState: 'old' }
    expect(await next(given, { requestState: '' })).toStrictEqual({ name: 'x', requestState: '' })
    expect(await next(given, { inputRequests: { here: roots } })).toStrictEqual({
      name: 'x',
      inputResponses: { here: { roots: [] } },
    })
    expect(given).toEqual({ name: 'x', inputResponses: { old: {} }, requestState: 'old' })
  })

  test('may be of a request that had none', async () => {
    expect(await next(undefined, { inputRequests: {}, requestState: 's' })).toStrictEqual({ requestState: 's' })
  })
})
