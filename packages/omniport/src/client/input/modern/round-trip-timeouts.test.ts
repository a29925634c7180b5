import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import type { RpcNotification } from '../../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import type { ConnectionRequestOptions } from '../../connect/revision-connection.js'
import { deferred } from '../../fixtures/connect-fake.js'
import { RoundTripTimeouts } from './round-trip-timeouts.js'

const notification = (method: string): RpcNotification => ({ jsonrpc: '2.0', method })
const late = (ms: number) => new OmniportError('timeout', `No answer within ${ms} ms`)

/** The times of a request whose first round trip took `elapsedMs`. */
function start(options: ConnectionRequestOptions, elapsedMs = 0) {
  const clock = new VirtualRuntime()
  const timeouts = new RoundTripTimeouts(options, elapsedMs, clock)
  const { signal } = timeouts.options
  return {
    clock,
    timeouts,
    signal,
    notify: (method: string) => timeouts.options.onNotification?.(notification(method)),
  }
}

describe('the times of a request', () => {
  test('count from its start', async () => {
    const { clock, signal, timeouts } = start({ timeoutMs: 1_000 }, 400)
    await clock.advance(599)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(signal?.reason).toEqual(late(1_000))
    timeouts.end()
  })

  test.each<[string, ConnectionRequestOptions, number]>([
    ['it shows progress', { timeoutMs: 1_000, wantsProgress: true }, 400],
    ['that took longer already', { timeoutMs: 1_000 }, 1_000],
  ])('begin anew where %s', async (_name, options, elapsedMs) => {
    const { clock, signal } = start(options, elapsedMs)
    await clock.advance(999)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(signal?.reason).toEqual(late(1_000))
  })

  test('begin anew with progress, and not with anything else', async () => {
    const received: string[] = []
    const { clock, signal, notify } = start({ timeoutMs: 1_000, onNotification: ({ method }) => received.push(method) })
    await clock.advance(600)
    notify('notifications/progress')
    await clock.advance(600)
    notify('notifications/message')
    await clock.advance(399)
    expect([signal?.aborted, received]).toEqual([false, ['notifications/progress', 'notifications/message']])
    await clock.advance(1)
    expect(signal?.reason).toEqual(late(1_000))
  })

  test('have an end, whatever progress there is', async () => {
    const { clock, signal, notify } = start({ timeoutMs: 1_000, maxTimeoutMs: 1_500 }, 300)
    await clock.advance(600)
    notify('notifications/progress')
    await clock.advance(599)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(signal?.reason).toEqual(late(1_500))
    const over = start({ maxTimeoutMs: 1_000 }, 2_000)
    await over.clock.advance(0)
    expect(over.signal?.reason).toEqual(late(1_000))
  })

  test('are none where none are given', async () => {
    const { clock, signal, timeouts } = start({})
    expect(clock.timers).toBe(0)
    expect(await timeouts.whileAsking(async () => 7)).toBe(7)
    expect([clock.timers, signal?.aborted]).toEqual([0, false])
  })
})

describe('while the user is asked', () => {
  test('they stand still, and the shorter one begins anew', async () => {
    const { clock, signal, timeouts } = start({ timeoutMs: 1_000, maxTimeoutMs: 1_500 })
    await clock.advance(600)
    const asked = deferred<string>()
    const asking = timeouts.whileAsking(() => asked.promise)
    await clock.advance(60_000)
    expect([signal?.aborted, clock.timers]).toEqual([false, 0])
    asked.resolve('yes')
    expect(await asking).toBe('yes')
    await clock.advance(899)
    expect(signal?.aborted).toBe(false)
    await clock.advance(1)
    expect(signal?.reason).toEqual(late(1_500))
  })

  test('and does not answer, they go on', async () => {
    const { clock, signal, timeouts } = start({ timeoutMs: 1_000 })
    await expect(timeouts.whileAsking(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await clock.advance(1_000)
    expect(signal?.reason).toEqual(late(1_000))
  })
})

describe('the options of the next requests', () => {
  test('have no times of their own, and the rest of the request', () => {
    const { timeouts } = start({ timeoutMs: 1_000, maxTimeoutMs: 2_000, wantsProgress: true, meta: { a: 1 } })
    expect(timeouts.options).toMatchObject({ wantsProgress: true, meta: { a: 1 } })
    expect([timeouts.options.timeoutMs, timeouts.options.maxTimeoutMs]).toEqual([undefined, undefined])
  })

  test('end with the caller, until the request is over', async () => {
    const stop = new AbortController()
    const left = start({ signal: stop.signal })
    const over = start({ signal: stop.signal, timeoutMs: 1_000, maxTimeoutMs: 2_000 })
    over.timeouts.end()
    stop.abort(new Error('enough'))
    await over.clock.advance(10_000)
    expect([left.signal?.reason, over.signal?.aborted, over.clock.timers]).toEqual([new Error('enough'), false, 0])
  })
})
