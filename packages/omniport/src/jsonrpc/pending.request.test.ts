import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { Pending, type PendingOptions, PendingRequest } from './pending.js'

const answer = { jsonrpc: '2.0', id: 1, result: {} } as const
const notice = { jsonrpc: '2.0', method: 'n' } as const

/** A request that is made when so much time has passed. */
function open(options: PendingOptions = {}, startMs = 0) {
  const runtime = createManualRuntime()
  runtime.advance(startMs)
  let setMs = 0
  const clock = { now: () => runtime.now() + setMs, after: runtime.after }
  const given: unknown[] = []
  const request = new PendingRequest(clock, options, (reason, text) => given.push([reason, text]))
  const setClock = (ms: number) => {
    setMs = ms
  }
  return { runtime, given, request, setClock }
}

test('a request takes a result that is not parsed only if it says so, until it has settled', () => {
  const pending = new Pending(createManualRuntime())
  void pending.add(1, { acceptsRaw: true }, () => {})
  void pending.add(2, {}, () => {})
  void pending.add(3, { acceptsRaw: false }, () => {})
  expect([1, 2, 3, 4].map((id) => pending.acceptsRaw(id))).toEqual([true, false, false, false])
  pending.settle(answer)
  expect(pending.acceptsRaw(1)).toBe(false)
  const { request } = open({ acceptsRaw: true })
  expect(request.acceptsRaw).toBe(true)
  request.resolve(answer)
  expect(request.acceptsRaw).toBe(false)
})

describe('a request', () => {
  test('settles once', async () => {
    const { request } = open()
    const response = request.response()
    expect(request.isSettled).toBe(false)
    request.resolve(answer)
    request.reject(new Error('late'))
    request.resolve({ ...answer, result: 'late' })
    expect([request.isSettled, await response]).toEqual([true, answer])
    expect(() => request.response()).toThrow(new TypeError('The request has settled'))
  })

  test('rejects with what it is given', async () => {
    const { request } = open()
    const rejected = expect(request.response()).rejects.toBe('reason')
    request.reject('reason')
    request.resolve(answer)
    await rejected
  })

  test('passes on notifications until it has settled', () => {
    const seen: unknown[] = []
    const { request } = open({ onNotification: (notification) => seen.push(notification) })
    request.notify(notice, false)
    request.resolve(answer)
    request.notify(notice, true)
    expect(seen).toEqual([notice])
  })

  test('needs nobody for its notifications', () => {
    expect(open().request.notify(notice, true)).toBeUndefined()
  })
})

describe('the time of a request', () => {
  const timeoutOf = (ms: number) => [
    [expect.objectContaining({ code: 'timeout', message: `No answer within ${ms} ms` }), `No answer within ${ms} ms`],
  ]

  test.each<[string, PendingOptions, number, number]>([
    ['that it has alone', { timeoutMs: 5 }, 5, 5],
    ['that it has at most', { maxTimeoutMs: 9 }, 9, 9],
    ['the shorter of both', { timeoutMs: 5, maxTimeoutMs: 9 }, 5, 5],
    ['that it has at most where both are the same', { timeoutMs: 9, maxTimeoutMs: 9 }, 9, 9],
    ['that it has at most where that is shorter', { timeoutMs: 20, maxTimeoutMs: 9 }, 9, 9],
  ])('is %s', (_name, options, ms, namedMs) => {
    const { runtime, given } = open(options)
    expect(runtime.timers).toBe(1)
    runtime.advance(ms - 1)
    expect(given).toEqual([])
    runtime.advance(1)
    expect(given).toEqual(timeoutOf(namedMs))
  })

  test('begins again with progress, but not beyond what it has at most', () => {
    const { runtime, given, request } = open({ timeoutMs: 5, maxTimeoutMs: 9 })
    runtime.advance(4)
    request.notify(notice, true)
    runtime.advance(4)
    request.notify(notice, false)
    request.notify(notice, true)
    expect(runtime.timers).toBe(2)
    runtime.advance(0)
    expect(given).toEqual([])
    runtime.advance(1)
    expect(given).toEqual(timeoutOf(9))
  })

  test('without a most may begin again and again', () => {
    const { runtime, given, request } = open({ timeoutMs: 5 })
    for (let times = 0; times < 10; times += 1) {
      runtime.advance(4)
      request.notify(notice, true)
    }
    expect([given, runtime.timers]).toEqual([[], 1])
    runtime.advance(5)
    expect(given).toEqual(timeoutOf(5))
  })

  test('ends with its answer', () => {
    const { runtime, request } = open({ timeoutMs: 5, maxTimeoutMs: 9 })
    request.notify(notice, true)
    request.resolve(answer)
    expect(runtime.timers).toBe(0)
  })

  test('counts from its start, not from that of the clock', () => {
    const { runtime, given, request } = open({ timeoutMs: 5, maxTimeoutMs: 9 }, 100)
    runtime.advance(3)
    request.notify(notice, true)
    runtime.advance(4)
    request.notify(notice, true)
    runtime.advance(1)
    expect(given).toEqual([])
    runtime.advance(1)
    expect(given).toEqual(timeoutOf(9))
  })

  test.each([
    ['back', -60_000, 9],
    ['ahead', 60_000, 4],
  ])('has at least what is left, and at most what it had, where the clock is set %s', (_name, setMs, leftMs) => {
    const { runtime, given, request, setClock } = open({ timeoutMs: 5, maxTimeoutMs: 9 })
    setClock(setMs)
    request.notify(notice, true)
    for (let ms = 1; ms < leftMs; ms += 1) {
      runtime.advance(1)
      request.notify(notice, true)
    }
    expect(given).toEqual([])
    runtime.advance(1)
    expect(given).toEqual(timeoutOf(9))
  })

  test('takes one timer where both times are the same, with progress too', () => {
    const { runtime, request } = open({ timeoutMs: 9, maxTimeoutMs: 9 })
    request.notify(notice, true)
    expect(runtime.timers).toBe(1)
  })
})
