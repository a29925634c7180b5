import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { settled, VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import { createClientServices } from '../client-services.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import type { ConnectOptions } from '../connect-options.js'
import { pausableRequest } from './pausable-request.js'

/** A request that waits until its time is over or `answer` is called; `ask` opens an input request, and gives its end. */
async function start(given: ConnectionRequestOptions, limits: ConnectOptions['limits'] = {}) {
  const runtime = new VirtualRuntime()
  const services = createClientServices({ runtime, limits })
  const outcomes: unknown[] = []
  const sent: ConnectionRequestOptions[] = []
  let answer = () => {}
  const waiting = pausableRequest(given, services, (options) => {
    sent.push(options)
    return new Promise<string>((resolve, reject) => {
      answer = () => resolve('answer')
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
    })
  })
  void waiting.then(
    (result) => outcomes.push(result),
    (reason: unknown) => outcomes.push(reason instanceof Error ? reason.message : reason),
  )
  const ask = (cause?: RpcId) => {
    let end = () => {}
    const answered = new Promise<void>((resolve) => {
      end = resolve
    })
    const { signal } = new AbortController()
    void services.inputHandlers.openRequests.track(() => answered, { cause, signal })
    return async () => {
      end()
      await settled()
    }
  }
  await settled()
  return { runtime, services, outcomes, options: sent[0] ?? {}, ask, answer: () => answer() }
}

describe('the end of an input request', () => {
  test('of another request gives no new time', async () => {
    const { runtime, outcomes, options, ask } = await start({ timeoutMs: 1_000, maxTimeoutMs: 5_000 })
    options.onId?.(1)
    const end = ask(2)
    await runtime.advance(900)
    await end()
    await runtime.advance(99)
    expect(outcomes).toEqual([])
    await runtime.advance(1)
    expect([outcomes, runtime.timers]).toEqual([['No answer within 1000 ms'], 0])
  })

  test('gives no time while another is open', async () => {
    const { runtime, outcomes, ask } = await start({ timeoutMs: 1_000 })
    const [endFirst, endSecond] = [ask(), ask()]
    await endFirst()
    await runtime.advance(5_000)
    expect(outcomes).toEqual([])
    await endSecond()
    await runtime.advance(999)
    expect(outcomes).toEqual([])
    await runtime.advance(1)
    expect(outcomes).toEqual(['No answer within 1000 ms'])
  })

  test('gives a new timeoutMs, and what is left of maxTimeoutMs', async () => {
    const { runtime, outcomes, ask } = await start({ timeoutMs: 1_000, maxTimeoutMs: 1_500 })
    await runtime.advance(700)
    const end = ask()
    await runtime.advance(10_000)
    await end()
    await runtime.advance(799)
    expect(outcomes).toEqual([])
    await runtime.advance(1)
    expect([outcomes, runtime.timers]).toEqual([['No answer within 1500 ms'], 0])
  })
})

describe('an input request that was open before the id of the request was known', () => {
  test('holds it on if it belongs to it', async () => {
    const { runtime, outcomes, options, ask } = await start({ timeoutMs: 1_000 })
    const end = ask(1)
    options.onId?.(1)
    await runtime.advance(5_000)
    expect(outcomes).toEqual([])
    await end()
    await runtime.advance(1_000)
    expect(outcomes).toEqual(['No answer within 1000 ms'])
  })

  test('holds it no longer if it belongs to another, and does not count as one of limits.questions', async () => {
    const { runtime, outcomes, options, ask } = await start({ timeoutMs: 1_000 }, { questions: 1 })
    ask(2)
    await runtime.advance(5_000)
    options.onId?.(1)
    await runtime.advance(999)
    const end = ask(1)
    await runtime.advance(5_000)
    expect(outcomes).toEqual([])
    await end()
    await runtime.advance(1_000)
    expect(outcomes).toEqual(['No answer within 1000 ms'])
  })
})

describe('progress', () => {
  test('gives a new timeoutMs, other notifications do not, and the caller gets all', async () => {
    const seen: string[] = []
    const ids: RpcId[] = []
    const { runtime, outcomes, options } = await start({
      timeoutMs: 1_000,
      onNotification: ({ method }) => seen.push(method),
      onId: (id) => ids.push(id),
    })
    options.onId?.(7)
    await runtime.advance(900)
    options.onNotification?.({ jsonrpc: '2.0', method: 'notifications/progress' })
    await runtime.advance(900)
    options.onNotification?.({ jsonrpc: '2.0', method: 'notifications/message' })
    await runtime.advance(99)
    expect(outcomes).toEqual([])
    await runtime.advance(1)
    expect(outcomes).toEqual(['No answer within 1000 ms'])
    expect([seen, ids]).toEqual([['notifications/progress', 'notifications/message'], [7]])
  })

  test('starts no time while an input request is open', async () => {
    const { runtime, outcomes, options, ask } = await start({ timeoutMs: 1_000 })
    ask()
    options.onNotification?.({ jsonrpc: '2.0', method: 'notifications/progress' })
    await runtime.advance(5_000)
    expect(outcomes).toEqual([])
  })
})

test('a request without limits has no timers, and what is sent has no limits of its own', async () => {
  const { runtime, options } = await start({ isQuiet: true })
  expect([runtime.timers, options.isQuiet]).toEqual([0, true])
  const limited = await start({ timeoutMs: 1_000, maxTimeoutMs: 5_000 })
  expect([limited.options.timeoutMs, limited.options.maxTimeoutMs, limited.runtime.timers]).toEqual([
    undefined,
    undefined,
    2,
  ])
})

test('nothing is left of a request that was answered', async () => {
  const { signal } = new AbortController()
  const { runtime, outcomes, options, answer, ask } = await start({ timeoutMs: 1_000, maxTimeoutMs: 5_000, signal })
  answer()
  await settled()
  expect([outcomes, runtime.timers, getEventListeners(signal, 'abort')]).toEqual([['answer'], 0, []])
  const end = ask()
  await end()
  expect([runtime.timers, options.signal?.aborted]).toEqual([0, false])
})
