import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import type { RpcId, RpcNotification, RpcResponse } from './messages/messages.js'
import { Pending } from './pending.js'

const answer = (id: RpcId, result: unknown = {}): RpcResponse => ({ jsonrpc: '2.0', id, result })
const notice: RpcNotification = { jsonrpc: '2.0', method: 'n' }

function setUp() {
  const runtime = createManualRuntime()
  return { runtime, pending: new Pending(runtime), abandoned: vi.fn() }
}

/** How a promise stands, once everything that is ready has settled. */
async function outcome(promise: Promise<unknown>): Promise<unknown> {
  const open = Symbol('open')
  const state = await Promise.race([
    promise.then(
      (value) => ({ value }),
      (reason: unknown) => ({ reason }),
    ),
    new Promise((resolve) => setTimeout(() => resolve(open), 0)),
  ])
  return state === open ? 'open' : state
}

describe('a question', () => {
  test.each([
    ['later', false],
    ['at once', true],
  ])('is given up once when `onAbort` says so %s', async (_name, isAtOnce) => {
    const { pending, abandoned } = setUp()
    const enough = new Error('enough')
    let abort = () => {}
    const onAbort = (listener: (reason: unknown) => void) => {
      abort = () => listener(enough)
      if (isAtOnce) abort()
    }
    const waiting = pending.add(1, { onAbort }, abandoned)
    abort()
    expect(await outcome(waiting)).toEqual({ reason: enough })
    expect([abandoned.mock.calls, pending.size]).toEqual([[['The caller cancelled']], 0])
  })

  test('settles with the answer whose id has the same type', async () => {
    verifies('BASE-06')
    const { pending, abandoned, runtime } = setUp()
    const one = pending.add(1, { timeoutMs: 5, maxTimeoutMs: 9 }, abandoned)
    const text = pending.add('1', {}, abandoned)
    expect([pending.has(1), pending.has('1'), pending.has('2'), pending.size]).toEqual([true, true, false, 2])
    expect(pending.settle(answer('1', 'text'))).toBe(true)
    expect(await outcome(one)).toBe('open')
    expect(pending.settle(answer(1, 'one'))).toBe(true)
    expect(await Promise.all([one, text])).toEqual([answer(1, 'one'), answer('1', 'text')])
    expect([pending.size, runtime.timers, abandoned.mock.calls]).toEqual([0, 0, []])
  })

  test('takes one answer: later ones, and answers to nothing, are nobody’s', async () => {
    verifies('CAN-08', 'CAN-07')
    const { pending, abandoned } = setUp()
    const asked = pending.add(1, {}, abandoned)
    expect(pending.settle(answer(1, 'first'))).toBe(true)
    expect(pending.settle(answer(1, 'second'))).toBe(false)
    expect(pending.settle({ jsonrpc: '2.0', id: null, error: { code: 1, message: 'm' } })).toBe(false)
    expect(await asked).toEqual(answer(1, 'first'))
  })

  test('takes an answer without an id only while it is alone', async () => {
    const { pending, abandoned } = setUp()
    const idless: RpcResponse = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
    expect(pending.settle(idless)).toBe(false)
    const [first, second] = [pending.add(1, {}, abandoned), pending.add('1', {}, abandoned)]
    expect([pending.settle(idless), pending.size]).toEqual([false, 2])
    pending.settle(answer(1))
    expect([pending.settle(idless), pending.size]).toEqual([true, 0])
    expect(await Promise.all([first, second])).toEqual([answer(1), idless])
    expect(abandoned).not.toHaveBeenCalled()
  })

  test('whose id is waited for already is refused, and the first goes on', async () => {
    const { pending, abandoned } = setUp()
    const first = pending.add(1, {}, abandoned)
    expect(() => pending.add(1, {}, abandoned)).toThrow(new TypeError('The id 1 is still in use'))
    pending.settle(answer(1))
    expect(await first).toEqual(answer(1))
  })

  test('rejects with the reason of its signal, and tells that it is given up', async () => {
    const { pending, abandoned, runtime } = setUp()
    const controller = new AbortController()
    const asked = pending.add(1, { signal: controller.signal, timeoutMs: 5 }, abandoned)
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await outcome(asked)).toEqual({ reason })
    expect(abandoned.mock.calls).toEqual([['The caller cancelled']])
    expect([pending.size, runtime.timers, pending.settle(answer(1))]).toEqual([0, 0, false])
  })

  test('that was answered is not given up by a later abort or timeout', async () => {
    const { pending, abandoned, runtime } = setUp()
    const controller = new AbortController()
    const asked = pending.add(1, { signal: controller.signal, timeoutMs: 5 }, abandoned)
    pending.settle(answer(1))
    controller.abort()
    runtime.advance(10)
    expect(await asked).toEqual(answer(1))
    expect(abandoned).not.toHaveBeenCalled()
  })

  test('listens to its signal only until it is answered', async () => {
    const { pending, abandoned } = setUp()
    const { signal } = new AbortController()
    const asked = pending.add(1, { signal }, abandoned)
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    pending.settle(answer(1))
    await asked
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  test('shares its signal with others, of whose number no platform warns', async () => {
    const { pending, abandoned } = setUp()
    const controller = new AbortController()
    const { signal } = controller
    const asked = Array.from({ length: 20 }, (_, id) => pending.add(id, { signal }, abandoned))
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    pending.settle(answer(0))
    controller.abort('enough')
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'fulfilled', value: answer(0) },
      ...Array(19).fill({ status: 'rejected', reason: 'enough' }),
    ])
    expect([abandoned.mock.calls.length, getEventListeners(signal, 'abort').length]).toEqual([19, 0])
  })
})

describe('a timeout', () => {
  test.each([
    ['its own', { timeoutMs: 5 }, 5],
    ['the longest', { maxTimeoutMs: 7 }, 7],
    ['the earlier of both', { timeoutMs: 9, maxTimeoutMs: 7 }, 7],
  ])('rejects when %s is over, and says how long that was', async (_name, options, ms) => {
    const { pending, abandoned, runtime } = setUp()
    const asked = pending.add(1, options, abandoned)
    runtime.advance(ms - 1)
    expect(await outcome(asked)).toBe('open')
    runtime.advance(1)
    expect(await outcome(asked)).toEqual({ reason: new OmniportError('timeout', `No answer within ${ms} ms`) })
    expect(abandoned.mock.calls).toEqual([[`No answer within ${ms} ms`]])
    expect([pending.size, runtime.timers]).toEqual([0, 0])
  })

  test('is restarted by progress, but not by other notifications, and the longest by nothing', async () => {
    const { pending, abandoned, runtime } = setUp()
    const onNotification = vi.fn()
    const asked = pending.add(1, { timeoutMs: 5, maxTimeoutMs: 12, onNotification }, abandoned)
    runtime.advance(4)
    expect(pending.notify(1, notice, true)).toBe(true)
    runtime.advance(4)
    expect(pending.notify(1, notice, true)).toBe(true)
    runtime.advance(3)
    expect(pending.notify(1, notice, false)).toBe(true)
    expect(await outcome(asked)).toBe('open')
    runtime.advance(1)
    expect(await outcome(asked)).toEqual({ reason: new OmniportError('timeout', 'No answer within 12 ms') })
    expect(onNotification.mock.calls).toEqual([[notice], [notice], [notice]])
    expect(pending.notify(1, notice, true)).toBe(false)
    expect(runtime.timers).toBe(0)
  })

  test('that other notifications do not restart runs out', async () => {
    const { pending, abandoned, runtime } = setUp()
    const asked = pending.add(1, { timeoutMs: 5 }, abandoned)
    runtime.advance(4)
    pending.notify(1, notice, false)
    runtime.advance(1)
    expect(await outcome(asked)).toEqual({ reason: new OmniportError('timeout', 'No answer within 5 ms') })
  })

  test('is not begun by progress where there is none', () => {
    const { pending, abandoned, runtime } = setUp()
    pending.add(1, {}, abandoned).catch(() => {})
    pending.notify(1, notice, true)
    expect(runtime.timers).toBe(0)
  })
})

test('closing rejects everything with the same reason, and tells nobody', async () => {
  const { pending, abandoned, runtime } = setUp()
  const reason = new OmniportError('closed', 'over')
  const asked = [1, '1', 2].map((id) => outcome(pending.add(id, { timeoutMs: 5 }, abandoned)))
  pending.closeAll(reason)
  expect(await Promise.all(asked)).toEqual([{ reason }, { reason }, { reason }])
  expect([pending.size, runtime.timers, abandoned.mock.calls]).toEqual([0, 0, []])
})

const id = fc.integer({ min: 0, max: 3 })
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('add', 'settle', 'fail', 'abort', 'progress'), id }),
  fc.record({ do: fc.constant('advance'), id: fc.integer({ min: 1, max: 8 }) }),
  fc.constant({ do: 'close', id: 0 }),
)

test('whatever the order of events, every question settles once, and nothing is left of it', async () => {
  const run = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const { pending, abandoned, runtime } = setUp()
    const controllers = new Map<number, AbortController>()
    const settled: number[] = []
    let added = 0
    const add = (of: number) => {
      if (pending.has(of)) return
      const number = added++
      const controller = new AbortController()
      controllers.set(of, controller)
      const count = () => void settled.push(number)
      pending.add(of, { signal: controller.signal, timeoutMs: 5, maxTimeoutMs: 9 }, abandoned).then(count, count)
    }
    const actions: Record<string, (of: number) => void> = {
      add,
      settle: (of) => void pending.settle(answer(of)),
      fail: (of) => void pending.fail(of, new Error('broken')),
      abort: (of) => controllers.get(of)?.abort(),
      progress: (of) => void pending.notify(of, notice, true),
      advance: (ms) => runtime.advance(ms),
      close: () => pending.closeAll(new Error('closed')),
    }
    for (const { do: name, id: of } of steps) actions[name]?.(of)
    pending.closeAll(new Error('closed'))
    await outcome(Promise.resolve())
    expect(settled.sort((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, number) => number))
    expect([pending.size, runtime.timers]).toEqual([0, 0])
  })
  await fc.assert(run, { numRuns: 300 })
})
