import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcRequest, RpcResponse } from '../messages/messages.js'
import { RpcError } from '../messages/rpc-error.js'
import { InFlightRequests, type ServeOptions } from './in-flight-requests.js'
import { Slots } from './slots.js'

const requestOf = (id: string | number, method = 'm'): RpcRequest => ({ jsonrpc: '2.0', id, method })
const answerOf = (id: string | number) => ({ jsonrpc: '2.0', id, result: {} }) as const

/** Requests that are answered when the test says so, and what happened. */
function open() {
  const runtime = createManualRuntime()
  const log: unknown[] = []
  const answers = new Map<string | number, (response: RpcResponse) => void>()
  const inFlight = new InFlightRequests(runtime, (reason, { id }) => log.push(['problem', id, reason]))
  const start = (request: RpcRequest, options: Partial<ServeOptions<undefined>> = {}) =>
    inFlight.start(request, {
      serve: ({ id = '' }: { readonly id?: string | number }) => {
        log.push(['begun', id])
        return new Promise<RpcResponse>((resolve) => answers.set(id, resolve))
      },
      exchange: () => undefined,
      reply: ({ id, error }) => log.push(['sent', id, error?.message ?? 'result']),
      onEnd: (end) => log.push(['end', request.id, end]),
      ...options,
    } as ServeOptions<undefined>)
  const answer = async (id: string | number) => {
    answers.get(id)?.(answerOf(id))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const clear = () => log.splice(0)
  return { runtime, inFlight, start, answer, clear, log }
}

describe('an id that is in use', () => {
  test('is refused, and the first request goes on', async () => {
    const { inFlight, start, answer, clear } = open()
    start(requestOf(1))
    start(requestOf('1'))
    start(requestOf(1))
    expect(clear()).toEqual([
      ['begun', 1],
      ['begun', '1'],
      ['sent', 1, 'The id 1 is still in use'],
      ['end', 1, 'error'],
    ])
    expect(inFlight.size).toBe(2)
    await answer(1)
    await answer('1')
    expect(inFlight.size).toBe(0)
    expect(clear()).toEqual([
      ['sent', 1, 'result'],
      ['end', 1, 'result'],
      ['sent', '1', 'result'],
      ['end', '1', 'result'],
    ])
    start(requestOf(1))
    expect(clear()).toEqual([['begun', 1]])
  })

  test('is named by its beginning where it is long', () => {
    const { start, clear } = open()
    const id = 'x'.repeat(200)
    start(requestOf(id))
    start(requestOf(id))
    expect(clear()[1]).toEqual(['sent', id, `The id "${'x'.repeat(127)}… is still in use`])
  })

  test('is another one under another key', () => {
    const { inFlight, start } = open()
    start(requestOf(1), { key: 'a' })
    start(requestOf(1), { key: 'b' })
    expect([inFlight.size, inFlight.cancel(1, 'x'), inFlight.cancel('a', 'x'), inFlight.size]).toEqual([
      2,
      false,
      true,
      1,
    ])
  })
})

describe('a request that is not admitted', () => {
  test('is answered with why, and not served', () => {
    const { inFlight, start, clear } = open()
    const admit = () => {
      throw RpcError.internal('no room')
    }
    start(requestOf(1), { admit })
    expect([clear(), inFlight.size]).toEqual([
      [
        ['sent', 1, 'no room'],
        ['end', 1, 'error'],
      ],
      0,
    ])
    start(requestOf(1), { admit: () => {} })
    expect(clear()).toEqual([['begun', 1]])
  })
})

describe('a failure at once', () => {
  test('is an answer, and reported', () => {
    const { inFlight, start, clear } = open()
    const error = new Error('secret')
    const fail = () => {
      throw error
    }
    start(requestOf(1), { serve: fail })
    start(requestOf(2), { exchange: fail })
    expect([clear(), inFlight.size]).toEqual([
      [1, 2].flatMap((id) => [
        ['sent', id, 'Internal error'],
        ['problem', id, error],
        ['end', id, 'error'],
      ]),
      0,
    ])
  })
})

describe('the requests of a batch', () => {
  test('have their turn when one before them has ended', async () => {
    const { inFlight, start, answer, clear } = open()
    const slots = new Slots(1)
    for (const id of [1, 2, 3]) start(requestOf(id), { slots })
    expect([clear(), inFlight.size]).toEqual([[['begun', 1]], 3])
    start(requestOf(2))
    expect(clear()).toEqual([
      ['sent', 2, 'The id 2 is still in use'],
      ['end', 2, 'error'],
    ])
    await answer(1)
    expect(clear()).toEqual([
      ['sent', 1, 'result'],
      ['end', 1, 'result'],
      ['begun', 2],
    ])
    await answer(2)
    await answer(3)
    expect(inFlight.size).toBe(0)
  })

  test('that are cancelled while they wait leave their turn to the next', async () => {
    const { inFlight, start, answer, clear } = open()
    const slots = new Slots(1)
    for (const id of [1, 2, 3]) start(requestOf(id), { slots })
    expect([inFlight.cancel(2, 'enough'), inFlight.cancel(2, 'again'), inFlight.size]).toEqual([true, false, 2])
    clear()
    await answer(1)
    expect(clear()).toEqual([
      ['sent', 1, 'result'],
      ['end', 1, 'result'],
      ['begun', 3],
    ])
  })

  test('that are all ended do not begin', () => {
    const { inFlight, start, clear } = open()
    const slots = new Slots(1)
    for (const id of [1, 2, 3]) start(requestOf(id), { slots })
    clear()
    inFlight.expireAll(RpcError.internal('closing'))
    expect(clear()).toEqual(
      [2, 3, 1].flatMap((id) => [
        ['sent', id, 'closing'],
        ['end', id, 'error'],
      ]),
    )
    expect(inFlight.size).toBe(0)
  })
})

test('those that match are cancelled, and the others go on', () => {
  const { inFlight, start, clear } = open()
  start(requestOf(1, 'a'))
  start(requestOf(2, 'b'))
  clear()
  inFlight.cancelAll('over', ({ method }) => method === 'b')
  expect([clear(), inFlight.size]).toEqual([[['end', 2, 'cancelled']], 1])
  inFlight.cancelAll('over')
  expect([clear(), inFlight.size]).toEqual([[['end', 1, 'cancelled']], 0])
})

describe('who waits until there are no requests', () => {
  test('is told at once where there are none', async () => {
    expect(await open().inFlight.idle()).toBeUndefined()
  })

  test('is told when the last has ended', async () => {
    const { inFlight, start, answer } = open()
    let notified = 0
    for (const id of [1, 2]) start(requestOf(id))
    for (const idle of [inFlight.idle(), inFlight.idle()]) {
      void idle.then(() => {
        notified += 1
      })
    }
    await answer(1)
    expect(notified).toBe(0)
    await answer(2)
    expect(notified).toBe(2)
  })
})

test('a request without a time limit takes no timer', () => {
  const { runtime, start } = open()
  start(requestOf(1))
  expect(runtime.timers).toBe(0)
  start(requestOf(2), { deadlineMs: 5 })
  expect(runtime.timers).toBe(1)
})
