import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcResponse } from '../messages/messages.js'
import type { InFlightRequest } from './in-flight-request.js'
import { InFlightRequests } from './in-flight-requests.js'

const request = { jsonrpc: '2.0', id: 1, method: 'm' } as const
const tooLong = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm took longer than 100 ms' } }

function start(deadlineMs?: number) {
  const runtime = createManualRuntime()
  const sent: RpcResponse[] = []
  let inFlight: InFlightRequest | undefined
  new InFlightRequests(runtime, () => {}).start(request, {
    serve: () => new Promise(() => {}),
    exchange: (made) => {
      inFlight = made
    },
    reply: (response) => void sent.push(response),
    deadlineMs,
  })
  return { runtime, sent, inFlight: inFlight as unknown as InFlightRequest } // `exchange` was called before `start` returned
}

describe('a call that is held', () => {
  test('does not run out of time, and goes on with what is left when the last hold is released', () => {
    const { runtime, sent, inFlight } = start(100)
    runtime.advance(60)
    const [first, second] = [inFlight.pauseDeadline(), inFlight.pauseDeadline()]
    runtime.advance(1_000)
    first()
    runtime.advance(1_000)
    expect([sent, inFlight.signal.aborted]).toEqual([[], false])
    second()
    runtime.advance(39)
    expect(sent).toEqual([])
    runtime.advance(1)
    expect([sent, inFlight.signal.aborted, runtime.timers]).toEqual([[tooLong], true, 0])
  })

  test('leaves nothing behind when it ends', () => {
    const { runtime, sent, inFlight } = start(100)
    const release = inFlight.pauseDeadline()
    runtime.advance(200)
    inFlight.settle({ jsonrpc: '2.0', id: 1, result: {} })
    release()
    inFlight.pauseDeadline()()
    runtime.advance(1_000)
    expect([sent, runtime.timers]).toEqual([[{ jsonrpc: '2.0', id: 1, result: {} }], 0])
  })

  test('may take as long as it likes where there is no deadline', () => {
    const { runtime, sent, inFlight } = start()
    inFlight.pauseDeadline()()
    runtime.advance(1_000)
    expect([sent, runtime.timers]).toEqual([[], 0])
  })
})

describe('a call that is answered at once', () => {
  const answer = { jsonrpc: '2.0', id: 1, result: {} } as const

  function open() {
    const runtime = createManualRuntime()
    const sent: RpcResponse[] = []
    const inFlightRequests = new InFlightRequests(runtime, () => {})
    const reply = (response: RpcResponse) => void sent.push(response)
    return {
      runtime,
      inFlightRequests,
      sent,
      options: { exchange: (inFlight: InFlightRequest) => inFlight, reply, deadlineMs: 100 },
    }
  }

  test('has its answer before `start` returns, and takes no timer', () => {
    const { runtime, inFlightRequests, sent, options } = open()
    let timers: number | undefined
    const serve = () => {
      timers = runtime.timers
      return answer
    }
    inFlightRequests.start(request, { ...options, serve })
    expect([sent, timers, runtime.timers, inFlightRequests.size]).toEqual([[answer], 0, 0, 0])
  })

  test('counts, and keeps its id, while it runs', async () => {
    const { inFlightRequests, sent, options } = open()
    let size: number | undefined
    let idle: Promise<void> | undefined
    const serve = () => {
      size = inFlightRequests.size
      idle = inFlightRequests.idle()
      inFlightRequests.start(request, { ...options, serve: () => ({ ...answer, result: { twice: true } }) })
      return answer
    }
    inFlightRequests.start(request, { ...options, serve })
    await idle
    const inUse = { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'The id 1 is still in use' } }
    expect([size, sent]).toEqual([1, [inUse, answer]])
  })

  test.each([
    ['answers', () => answer],
    ['promises', async () => answer],
    [
      'throws',
      () => {
        throw new Error('too late')
      },
    ],
  ])('has no other end when it was cancelled while it ran, and then %s', async (_, then) => {
    const { runtime, inFlightRequests, sent, options } = open()
    const serve = () => {
      inFlightRequests.cancelAll('over')
      return then()
    }
    inFlightRequests.start(request, { ...options, serve })
    await inFlightRequests.idle()
    expect([sent, inFlightRequests.size, runtime.timers]).toEqual([[], 0, 0])
  })

  test('is known by its key from when it waits for something', async () => {
    const { runtime, inFlightRequests, sent, options } = open()
    inFlightRequests.start(request, { ...options, serve: () => new Promise(() => {}) })
    expect([inFlightRequests.size, runtime.timers]).toEqual([1, 1])
    inFlightRequests.cancel(1, 'over')
    await inFlightRequests.idle()
    expect([sent, inFlightRequests.size, runtime.timers]).toEqual([[], 0, 0])
  })

  test('lets another begin and end while it runs', () => {
    const { inFlightRequests, sent, options } = open()
    const other = { jsonrpc: '2.0', id: 2, result: {} } as const
    const sizes: number[] = []
    const serve = () => {
      inFlightRequests.start({ ...request, id: 2 }, { ...options, serve: () => other })
      sizes.push(inFlightRequests.size)
      return answer
    }
    inFlightRequests.start(request, { ...options, serve })
    expect([sent, sizes, inFlightRequests.size]).toEqual([[other, answer], [1], 0])
  })

  test('is cancelled once while it runs, by its key alone, which is free after that', () => {
    const { inFlightRequests, sent, options } = open()
    const cancelled: boolean[] = []
    const again = { ...answer, result: { again: true } }
    const serve = () => {
      for (const key of [2, 1, 1]) cancelled.push(inFlightRequests.cancel(key, 'over'))
      inFlightRequests.start(request, { ...options, serve: () => again })
      return answer
    }
    inFlightRequests.start(request, { ...options, serve })
    expect([cancelled, sent, inFlightRequests.size]).toEqual([[false, true, false], [again], 0])
  })
})
