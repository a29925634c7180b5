import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createByteBudget } from '../../values/memory/byte-budget.js'
import type { RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequest, type RequestEnd } from './in-flight-request.js'

const answer = { jsonrpc: '2.0', id: 1, result: { ok: true } } as const
const internal = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } }

/** A request `m`. `failures` says how many replies cannot be written. */
function open(failures: readonly unknown[] = []) {
  const sent: RpcResponse[] = []
  const problems: unknown[] = []
  const ends: RequestEnd[] = []
  const left = [...failures]
  const inFlight = new InFlightRequest(
    { jsonrpc: '2.0', id: 1, method: 'm' },
    {
      key: 'k',
      reply: (response) => {
        if (left.length > 0) throw left.shift()
        sent.push(response)
      },
      report: (request, problem) => problems.push([request.key, problem]),
    },
  )
  inFlight.onEnd((end) => ends.push(end))
  return { inFlight, sent, problems, ends }
}

describe('a response', () => {
  test('is sent with the id of its request, once, and nothing else of it', () => {
    const { inFlight, sent, problems, ends } = open()
    expect(inFlight.ended).toBe(false)
    inFlight.settle({ ...answer, id: 'other', more: 1 } as RpcResponse)
    inFlight.settle(answer)
    inFlight.fail(new Error('late'))
    inFlight.expire(RpcError.internal('late'))
    inFlight.cancel('late')
    expect([inFlight.ended, sent, problems, ends]).toEqual([true, [answer], [['k', undefined]], ['result']])
  })

  test('may be an error, with its data, rather than a result', () => {
    const { inFlight, sent, problems, ends } = open()
    const error = { code: 5, message: 'x', data: null, more: 1 }
    inFlight.settle({ jsonrpc: '2.0', id: 1, result: {}, error })
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: 5, message: 'x', data: null } }])
    expect([problems, ends]).toEqual([[['k', undefined]], ['error']])
  })

  test('may be null', () => {
    const { inFlight, sent } = open()
    inFlight.settle({ jsonrpc: '2.0', id: 1, result: null })
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: null }])
  })

  test.each([
    ['that is missing', undefined],
    ['without a result', { jsonrpc: '2.0', id: 1 } as RpcResponse],
  ])('%s is a failure of this side', (_name, response) => {
    const { inFlight, sent, problems } = open()
    inFlight.settle(response)
    expect(sent).toEqual([internal])
    expect(problems).toEqual([['k', new Error('m was served without a response')]])
  })

  test.each([
    { code: 1.5, message: 'x' },
    { code: 1, message: 5 as unknown as string },
  ])('with the error %j is a failure of this side', (error) => {
    const { inFlight, sent, problems } = open()
    inFlight.settle({ jsonrpc: '2.0', id: 1, error })
    expect(sent).toEqual([internal])
    expect(problems).toEqual([['k', new TypeError('An error needs a code and a message')]])
  })
})

describe('a failure', () => {
  test('of the protocol is sent as it is, and its cause is reported', () => {
    const [plain, caused] = [open(), open()]
    plain.inFlight.fail(new RpcError(7, 'seven', { a: 1 }))
    caused.inFlight.fail(new RpcError(7, 'seven', undefined, { cause: 'why' }))
    expect([plain.sent, plain.problems, plain.ends]).toEqual([
      [{ jsonrpc: '2.0', id: 1, error: { code: 7, message: 'seven', data: { a: 1 } } }],
      [['k', undefined]],
      ['error'],
    ])
    expect([caused.sent[0]?.error, caused.problems]).toEqual([{ code: 7, message: 'seven' }, [['k', 'why']]])
    const without = open()
    without.inFlight.fail(new RpcError(7, 'seven', undefined, { cause: null }))
    expect(without.problems).toEqual([['k', undefined]])
  })

  test('of another kind is reported, and its text is not sent', () => {
    const { inFlight, sent, problems } = open()
    const reason = new Error('secret')
    inFlight.fail(reason)
    inFlight.fail(new Error('again'))
    expect([sent, problems]).toEqual([[internal], [['k', reason]]])
  })

  test.each([undefined, null])('with %s is reported', (reason) => {
    const { inFlight, problems } = open()
    inFlight.fail(reason)
    expect(problems).toEqual([['k', new Error(`The request was rejected with ${reason}`)]])
  })

  test('that cannot be read is reported', () => {
    const { inFlight, sent, problems } = open()
    const cause = new Error('no')
    const reason = new RpcError(1, 'x')
    Object.defineProperty(reason, 'message', {
      get: () => {
        throw cause
      },
    })
    inFlight.fail(reason)
    expect(sent).toEqual([internal])
    expect(problems).toEqual([['k', new Error('The request was rejected with what cannot be read', { cause })]])
  })
})

describe('a response that cannot be written', () => {
  test('is replaced by an error, and reported', () => {
    const problem = new TypeError('a BigInt')
    const { inFlight, sent, problems, ends } = open([problem])
    inFlight.settle(answer)
    expect([sent, problems, ends]).toEqual([[internal], [['k', problem]], ['error']])
  })

  test('because the channel is closed is reported once', () => {
    const { inFlight, sent, problems, ends } = open(['closed', 'closed again'])
    inFlight.settle(answer)
    expect([sent, problems, ends]).toEqual([[], [['k', 'closed']], ['error']])
  })

  test('for no reason is reported', () => {
    const { inFlight, problems } = open([undefined])
    inFlight.settle(answer)
    expect(problems).toEqual([['k', new Error('The response could not be written')]])
  })
})

describe('what ends a request', () => {
  test('by cancelling it sends nothing, and tells why', () => {
    const { inFlight, sent, problems, ends } = open()
    const { signal } = inFlight
    inFlight.cancel('enough')
    inFlight.settle(answer)
    inFlight.fail('late')
    inFlight.cancel('again')
    expect([signal.aborted, signal.reason, sent, problems, ends]).toEqual([
      true,
      'enough',
      [],
      [['k', undefined]],
      ['cancelled'],
    ])
  })

  test('by its time sends an error, and aborts it', () => {
    const { inFlight, sent, ends } = open()
    const error = RpcError.internal('too late')
    inFlight.expire(error)
    inFlight.expire(RpcError.internal('again'))
    expect([sent, ends]).toEqual([[{ jsonrpc: '2.0', id: 1, error: error.toObject() }], ['error']])
    expect([inFlight.signal.aborted, inFlight.signal.reason]).toEqual([true, error])
  })

  test('is told to all, in order', () => {
    const { inFlight, ends } = open()
    inFlight.onEnd((end) => ends.push(end))
    inFlight.onEnd((end) => ends.push(end))
    inFlight.settle(answer)
    expect(ends).toEqual(['result', 'result', 'result'])
  })

  test('frees the memory that is counted for it', () => {
    const budget = createByteBudget()
    budget.add(50)
    const { inFlight } = open()
    inFlight.countedIn(budget, 20)
    inFlight.settle(answer)
    inFlight.settle(answer)
    expect(budget.used).toBe(30)
  })
})

describe('a promise of a response', () => {
  test('is waited for', async () => {
    const [answered, failed] = [open(), open()]
    answered.inFlight.awaitResponse(Promise.resolve(answer))
    failed.inFlight.awaitResponse(Promise.reject(new RpcError(7, 'seven')))
    await new Promise((resolve) => setImmediate(resolve))
    expect([answered.sent, failed.sent[0]?.error]).toEqual([[answer], { code: 7, message: 'seven' }])
  })

  test('has so much time, from when it is waited for', () => {
    const runtime = createManualRuntime()
    const { inFlight, sent } = open()
    inFlight.setTimeLimit(runtime, 100)
    runtime.advance(1_000)
    inFlight.awaitResponse(new Promise(() => {}))
    inFlight.awaitResponse(new Promise(() => {}))
    expect(runtime.timers).toBe(1)
    runtime.advance(99)
    expect(sent).toEqual([])
    runtime.advance(1)
    expect(sent[0]?.error).toEqual({ code: -32603, message: 'm took longer than 100 ms' })
    expect(inFlight.signal.reason).toMatchObject({ message: 'm took longer than 100 ms' })
  })

  test('takes no timer where the request has ended before', () => {
    const runtime = createManualRuntime()
    const { inFlight } = open()
    inFlight.setTimeLimit(runtime, 100)
    inFlight.settle(answer)
    inFlight.pauseDeadline()()
    inFlight.awaitResponse(new Promise(() => {}))
    expect(runtime.timers).toBe(0)
  })
})
