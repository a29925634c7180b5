import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import type { ConnectOptions } from '../connect-options.js'
import type { ClientRequest } from '../requests/client-requests.js'
import { resolveExtensionResult } from './extension-result.js'
import { ExtensionResultRunner } from './extension-result-runner.js'
import type { ResultContext } from './result-context.js'

const profile = profileOf('2026-07-28')

/** A runner for results of one request, and what it sent. */
function start(
  request: Partial<ClientRequest> = {},
  { options = {}, autoAnswer = true }: { options?: ConnectOptions; autoAnswer?: boolean } = {},
) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, ...options })
  const sent: ClientRequest[] = []
  const send = async (next: ClientRequest) => {
    sent.push(next)
    return { content: [] }
  }
  const runner = new ExtensionResultRunner({
    ...{ request: { method: 'tools/call', params: { name: 'x' }, ...request }, profile, services, autoAnswer, send },
  })
  return { runner, services, runtime, sent }
}

const pending = () => new Promise<never>(() => {})

describe('the context of a result', () => {
  test('has the request, its time, and a signal', async () => {
    const { runner } = start({ options: { timeoutMs: 7 } })
    const seen = await runner.run(async (ctx) => [ctx.method, ctx.params, ctx.timeoutMs, ctx.signal.aborted], {})
    expect(seen).toEqual(['tools/call', { name: 'x' }, 7, false])
    const plain = start({}, { options: { timeoutMs: 9 } })
    expect(await plain.runner.run(async ({ timeoutMs }) => timeoutMs, {})).toBe(9)
  })

  test('sends requests to the same server, with the times of the request but not its signal', async () => {
    const { signal } = new AbortController()
    const { runner, sent } = start({ options: { timeoutMs: 7, maxTimeoutMs: 8, signal } })
    await runner.run((ctx) => ctx.request('x/a', { b: 1 }), {})
    await runner.run((ctx) => ctx.request('x/c', undefined, { timeoutMs: 9, signal }), {})
    expect(sent).toEqual([
      { method: 'x/a', params: { b: 1 }, options: { timeoutMs: 7, maxTimeoutMs: 8 }, profile },
      { method: 'x/c', params: undefined, options: { timeoutMs: 9, maxTimeoutMs: 8, signal }, profile },
    ])
  })

  test('answers what the server asks, through the handlers of the client', async () => {
    const ask = (ctx: ResultContext) => ctx.answer({ method: 'roots/list' }, ctx.signal)
    const { runner } = start({}, { options: { roots: [{ uri: 'file:///a' }] } })
    expect(await runner.run(ask, {})).toEqual({ roots: [{ uri: 'file:///a' }] })
    await expect(start().runner.run(ask, {})).rejects.toMatchObject({
      code: 'unsupported',
      message: 'tools/call: the server asks for what this client did not declare: roots',
    })
    await expect(start({}, { options: { roots: [] }, autoAnswer: false }).runner.run(ask, {})).rejects.toThrow(
      new OmniportError('unsupported', 'tools/call: the server asks for input, and with autoAnswer: false gets none'),
    )
  })
})

describe('running what an extension makes of a result', () => {
  test('ends with what it gives, or throws', async () => {
    const { runner, runtime } = start()
    expect(await runner.run(async () => 7, { maxTimeoutMs: 100 })).toBe(7)
    await expect(runner.run(() => Promise.reject(new Error('no')), { maxTimeoutMs: 100 })).rejects.toThrow('no')
    expect(runtime.timers).toBe(0)
  })

  test('ends with its time, with the caller, and with the client, and says so to the extension', async () => {
    const { runner, runtime, services } = start()
    const signals: AbortSignal[] = []
    const wait = (ctx: ResultContext) => {
      signals.push(ctx.signal)
      return pending()
    }
    const late = expect(runner.run(wait, { maxTimeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' })
    await runtime.advance(99)
    expect(signals[0]?.aborted).toBe(false)
    await runtime.advance(1)
    await late
    const stop = new AbortController()
    const left = expect(runner.run(wait, { signal: stop.signal })).rejects.toThrow('enough')
    stop.abort(new Error('enough'))
    await left
    const closed = expect(runner.run(wait, {})).rejects.toThrow('closed')
    services.ended.abort(new Error('closed'))
    await closed
    expect([signals.map(({ aborted }) => aborted), runtime.timers]).toEqual([[true, true, true], 0])
  })
})

describe('what an extension gives', () => {
  test('is the result of the method, with what servers leave out', () => {
    const normalise = (given: unknown) => ({ content: [], ...(given as object) })
    expect(start({ normalise }).runner.decodeFinal({ isError: true })).toEqual({ content: [], isError: true })
    expect(start().runner.decodeFinal({ content: [] })).toEqual({ content: [] })
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'tools/call: the result must be an object'],
    ['something else', { content: 7 }, 'tools/call: content must be an array'],
    [
      'a question',
      { resultType: 'input_required', requestState: 's' },
      'tools/call: what its result led to is no final one',
    ],
  ])('may not be %s', (_name, given, message) => {
    expect(() => start().runner.decodeFinal(given)).toThrow(new OmniportError('invalid_result', message))
  })
})

describe('a result of an extension', () => {
  const result = { resultType: 'later', ticket: 7 }
  const extensionResult = { type: 'extension', resultType: 'later', result, profile } as const
  const withType = (mayTakeLong?: boolean) => {
    const seen: unknown[] = []
    const run = (given: unknown, ctx: ResultContext) => {
      seen.push(given)
      return ctx.params?.['name'] === 'wait' ? pending() : Promise.resolve({ content: [] })
    }
    const later = { methods: ['tools/call'], run, ...(mayTakeLong !== undefined && { mayTakeLong }) }
    const options: ConnectOptions = {
      maxTimeoutMs: 1_000,
      extensions: { 'com.example/x': { resultTypes: { later } } },
    }
    return { seen, options }
  }

  test('is given to the extension that it belongs to', async () => {
    const { seen, options } = withType()
    const { runner, services } = start({}, { options })
    expect(await resolveExtensionResult(extensionResult, runner, { services, options: undefined })).toEqual({
      content: [],
    })
    expect(seen).toEqual([result])
  })

  test('of no extension is a mistake of this library', async () => {
    const { runner, services } = start()
    await expect(resolveExtensionResult(extensionResult, runner, { services, options: {} })).rejects.toThrow(
      new TypeError('No extension has results of the type "later"'),
    )
  })

  test.each<[string, boolean | undefined, number | undefined, number | undefined]>([
    ['the time of the client', undefined, undefined, 1_000],
    ['the time of the call', undefined, 50, 50],
    ['the time of the call, if it may take long', true, 50, 50],
    ['no limit, if it may take long', true, undefined, undefined],
  ])('has %s', async (_name, mayTakeLong, maxTimeoutMs, ms) => {
    const { options } = withType(mayTakeLong)
    const { runner, services, runtime } = start({ params: { name: 'wait' } }, { options })
    let outcome: unknown = 'waiting'
    void resolveExtensionResult(extensionResult, runner, { services, options: { maxTimeoutMs } }).catch((reason) => {
      outcome = reason
    })
    await runtime.advance((ms ?? 1_000_000) - 1)
    expect(outcome).toBe('waiting')
    await runtime.advance(1)
    expect(outcome).toEqual(ms === undefined ? 'waiting' : expect.objectContaining({ code: 'timeout' }))
  })
})
