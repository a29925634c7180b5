import { afterEach, describe, expect, test, vi } from 'vitest'
import { bindChecks, type NamedCheck } from './bind-checks.js'
import { expectEqual } from './expect-equal.js'
import { expectRejection, expectTypeError } from './expect-rejection.js'

afterEach(() => {
  vi.useRealTimers()
})

describe('the checks of a contract', () => {
  /** Checks that write down what they get. */
  function create() {
    const seen: unknown[] = []
    const check: NamedCheck<string> = ['it is a store', async ({ store, other }) => void seen.push([store, other])]
    return { seen, check }
  }

  test('have a store of their own each, and another node of it', async () => {
    const { seen, check } = create()
    let count = 0
    const checks = bindChecks([check, check], {
      create: () => {
        count += 1
        return `store ${count}`
      },
      join: async (store) => `node of ${store}`,
    })
    expect([checks.map(({ name }) => name), seen]).toEqual([['it is a store', 'it is a store'], []])
    for (const { run } of checks) await run()
    expect(seen).toEqual([
      ['store 1', 'node of store 1'],
      ['store 2', 'node of store 2'],
    ])
  })

  test('have the same node where there is no other', async () => {
    const { seen, check } = create()
    for (const { run } of bindChecks([check], { create: async () => 'store' })) await run()
    expect(seen).toEqual([['store', 'store']])
  })

  test('fail as they say', async () => {
    const failure = new Error('Expected 1, got 2')
    const [check] = bindChecks([['it fails', () => Promise.reject(failure)]], { create: () => 'store' })
    await expect(check?.run()).rejects.toBe(failure)
  })

  test('wait for the time of the store, or a little longer than their own', async () => {
    const waits: number[] = []
    const pauses: NamedCheck<string> = ['it waits', ({ pass }) => pass(100)]
    const [own] = bindChecks([pauses], { create: () => '', pass: async (ms) => void waits.push(ms) })
    await own?.run()
    expect(waits).toEqual([100])
    vi.useFakeTimers()
    const [real] = bindChecks([pauses], { create: () => '' })
    let isOver = false
    const running = real?.run().then(() => {
      isOver = true
    })
    await vi.advanceTimersByTimeAsync(119)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await running
    expect(isOver).toBe(true)
  })
})

describe('what a check expects', () => {
  test('is equal as JSON', () => {
    expect(expectEqual({ a: [1], b: undefined }, { a: [1] })).toBeUndefined()
    expect(() => expectEqual([1], [2])).toThrow(new Error('Expected [2], got [1]'))
  })

  test('is a rejection', async () => {
    const reason = new Error('x')
    expect(await expectRejection(Promise.reject(reason))).toBe(reason)
    await expect(expectRejection(Promise.resolve([1]))).rejects.toThrow(new Error('Expected a rejection, got [1]'))
  })

  test('is a TypeError', async () => {
    expect(await expectTypeError(Promise.reject(new TypeError('x')))).toBeUndefined()
    await expect(expectTypeError(Promise.reject(new Error('x')))).rejects.toThrow(
      new Error('Expected a TypeError, got Error: x'),
    )
  })
})
