import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { createClientServices } from '../client-services.js'
import type { ConnectOptions } from '../connect-options.js'
import { type ResultKind, type Retry, type RoundTripRequest, runRoundTrips } from './run-round-trips.js'

const profile = profileOf('2026-07-28')
const method = 'tools/call'
const complete: ResultKind = { type: 'complete', result: { content: [] } }
const asks = (result: Record<string, unknown>): ResultKind => ({ type: 'input_required', result, profile })
const roots = { here: { method: 'roots/list' } }

/** Round trips of a request whose results a test says, one after the other, then the last again. */
function start(
  first: ResultKind,
  results: readonly ResultKind[] = [complete],
  {
    options = { roots: [] },
    limits,
    request = {},
  }: { options?: ConnectOptions; limits?: LimitOptions; request?: Partial<RoundTripRequest> } = {},
) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, limits, ...options })
  const sent: Retry[] = []
  let roundTrips = 0
  const running = runRoundTrips(
    first,
    {
      ...{ method, params: { name: 'x', requestState: 'of before' }, options: {}, maxTimeoutMs: 60_000, elapsedMs: 0 },
      send: async (retry) => {
        sent.push(retry)
        return results[Math.min(sent.length, results.length) - 1] ?? complete
      },
      onRoundTrip: () => {
        roundTrips += 1
      },
      ...request,
    },
    services,
  )
  running.catch(() => {})
  return { running, runtime, services, sent, params: () => sent.map(({ params }) => params), trips: () => roundTrips }
}

describe('a request that is answered', () => {
  test('is not sent again', async () => {
    const { running, sent, trips, runtime } = start(complete)
    expect(await running).toEqual({ outcome: complete, params: { name: 'x', requestState: 'of before' } })
    expect([sent, trips(), runtime.timers]).toEqual([[], 0, 0])
  })

  test('with a result of an extension is not sent again', async () => {
    const extension: ResultKind = { type: 'extension', resultType: 'task', result: { a: 1 }, profile }
    const { running, sent } = start(extension)
    expect([(await running).outcome, sent]).toEqual([extension, []])
  })
})

describe('a request for which the server wants input', () => {
  test('is sent again with the answers, its own parameters and the state of the last result', async () => {
    const { running, sent, params, trips, runtime } = start(asks({ inputRequests: roots, requestState: 's1' }), [
      asks({ inputRequests: roots }),
      asks({ requestState: 's3' }),
      complete,
    ])
    const end = await running
    expect(params()).toEqual([
      { name: 'x', inputResponses: { here: { roots: [] } }, requestState: 's1' },
      { name: 'x', inputResponses: { here: { roots: [] } } },
      { name: 'x', requestState: 's3' },
    ])
    expect([end.outcome, end.params, trips(), runtime.timers]).toEqual([complete, params()[2], 3, 0])
    expect(new Set(sent.map((retry) => retry.profile))).toEqual(new Set([profile]))
  })

  test('is sent again as often as the limit says', async () => {
    const { running, sent, trips } = start(asks({ inputRequests: roots }), [asks({ inputRequests: roots })], {
      limits: { rounds: 2 },
    })
    await expect(running).rejects.toThrow(
      new OmniportError('limit', 'tools/call: the server asks again and again; limits.rounds is 2'),
    )
    expect([sent.length, trips()]).toEqual([2, 3])
    const within = start(asks({ inputRequests: roots }), [asks({ inputRequests: roots }), complete], {
      limits: { rounds: 2 },
    })
    expect((await within.running).outcome).toEqual(complete)
  })

  test('has the limits of time of the whole request, and its signal', async () => {
    const stop = new AbortController()
    const { running, sent, runtime } = start(asks({ inputRequests: roots }), [complete], {
      request: {
        options: { timeoutMs: 1_000, maxTimeoutMs: 5_000, signal: stop.signal, meta: { a: 1 } },
        elapsedMs: 400,
      },
    })
    await running
    const [retry] = sent
    expect(retry?.options).toMatchObject({ timeoutMs: undefined, maxTimeoutMs: undefined, meta: { a: 1 } })
    expect([retry?.options.signal === stop.signal, runtime.timers]).toEqual([false, 0])
  })

  test('that takes too long ends with that', async () => {
    const { running, runtime } = start(asks({ inputRequests: roots }), [], {
      request: {
        options: { timeoutMs: 1_000 },
        elapsedMs: 400,
        send: ({ options }) =>
          new Promise((_resolve, reject) => {
            options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
          }),
      },
    })
    const failed = expect(running).rejects.toThrow(new OmniportError('timeout', 'No answer within 1000 ms'))
    await runtime.advance(600)
    await failed
    expect(runtime.timers).toBe(0)
  })
})

describe('a server that only wants the request again', () => {
  const empty = asks({ requestState: 's' })

  test('gets it at once, then after longer and longer pauses', async () => {
    const { runtime, sent, running } = start(empty, [empty, empty, empty, complete])
    const counts: number[] = []
    for (const ms of [0, 74, 1, 149, 1, 299, 1]) {
      await runtime.advance(ms)
      await settled()
      counts.push(sent.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect((await running).outcome).toEqual(complete)
  })

  test('gets it at once again after it asked something', async () => {
    const { running, sent } = start(empty, [asks({ inputRequests: roots }), empty, complete])
    expect((await running).outcome).toEqual(complete)
    expect(sent.length).toBe(3)
  })

  test('does not get it once the caller gave up, or the client is closed', async () => {
    const stop = new AbortController()
    const left = start(empty, [empty], { request: { options: { signal: stop.signal } } })
    await settled()
    stop.abort(new Error('enough'))
    await expect(left.running).rejects.toThrow('enough')
    const closed = start(empty, [empty])
    await settled()
    closed.services.ended.abort(new Error('closed'))
    await expect(closed.running).rejects.toThrow('closed')
    expect([left.sent.length, closed.sent.length, left.runtime.timers, closed.runtime.timers]).toEqual([1, 1, 0, 0])
  })
})

describe('a refusal that wants pages completed', () => {
  const error = new RpcError(-32042, 'Go there first')

  /** A page that the user answers with `action`. */
  const refused = (action: 'accept' | 'decline', offered: string[] = []): ResultKind => ({
    type: 'url_elicitation_required',
    elicitations: [
      {
        elicitationId: 'e1',
        offer: async () => {
          offered.push('e1')
          return { action }
        },
      },
    ],
    error,
  })

  test('is followed by the same request once they are', async () => {
    const offered: string[] = []
    const { running, services, sent, params, trips } = start(refused('accept', offered), [complete])
    await settled()
    expect([offered, sent.length]).toEqual([['e1'], 0])
    services.completions.complete('e1')
    expect((await running).outcome).toEqual(complete)
    expect([params(), sent[0]?.profile, trips()]).toEqual([[{ name: 'x', requestState: 'of before' }], undefined, 1])
  })

  test('stands where the user declines, or where it comes twice', async () => {
    const declined = start(refused('decline'))
    await expect(declined.running).rejects.toBe(error)
    expect(declined.sent).toEqual([])
    const twice = start(refused('accept'), [refused('accept')])
    await settled()
    twice.services.completions.complete('e1')
    await expect(twice.running).rejects.toBe(error)
    expect(twice.sent.length).toBe(1)
  })
})

describe('what a server may not ask', () => {
  test.each<[Record<string, unknown>, string]>([
    [{}, 'a result that asks for input must hold inputRequests or requestState'],
    [{ inputRequests: {} }, 'a result that asks for input must hold inputRequests or requestState'],
    [{ inputRequests: [] }, 'inputRequests must be an object'],
    [{ requestState: 7 }, 'requestState must be a string'],
    [{ inputRequests: { a: 'roots/list' } }, 'the server asks what is no question: it has no method'],
    [{ inputRequests: { a: { method: 7 } } }, 'the server asks what is no question: it has no method'],
    [{ inputRequests: { a: { method: 'x/y' } } }, 'the server asks what is no question: Method not found: x/y'],
  ])('%j', async (result, problem) => {
    const { running, sent } = start(asks(result))
    await expect(running).rejects.toThrow(new OmniportError('invalid_result', `tools/call: ${problem}`))
    expect(sent).toEqual([])
  })

  test('what the client did not declare', async () => {
    const { running } = start(asks({ inputRequests: roots }), [], { options: {} })
    await expect(running).rejects.toMatchObject({
      code: 'unsupported',
      message: 'tools/call: the server asks for what this client did not declare: roots',
    })
  })

  test('more at once than the limit', async () => {
    const two = asks({ inputRequests: { ...roots, there: { method: 'roots/list' } } })
    expect((await start(two, [complete], { limits: { questions: 2 } }).running).outcome).toEqual(complete)
    await expect(start(two, [complete], { limits: { questions: 1 } }).running).rejects.toThrow(
      new OmniportError('limit', 'tools/call: the server asks too much at once; limits.questions is 1'),
    )
  })

  test('a state of more than a mebibyte', async () => {
    const state = 'ä'.repeat(512 * 1024)
    expect((await start(asks({ requestState: state })).running).params).toMatchObject({ requestState: state })
    await expect(start(asks({ requestState: `${state}b` })).running).rejects.toThrow(
      new OmniportError('limit', 'tools/call: the server wants more than 1048576 bytes of requestState sent back'),
    )
  })
})
