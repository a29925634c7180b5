import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { inboxContract } from '../contracts/inbox.contract.js'
import { createMemoryInbox } from './memory-inbox.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => {
    clock.advance(ms)
    await turn()
  }
  const checks = inboxContract({ create: () => createMemoryInbox({ clock }), pass })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('beyond its entries, taken ones included, nothing more is put until one is forgotten', async () => {
  const clock = createManualRuntime()
  const inbox = createMemoryInbox({ clock, maxEntries: 2 })
  await inbox.put('a', 1, 10)
  await inbox.take('a', new AbortController().signal)
  await inbox.put('b', 2, 20)
  await expect(inbox.put('c', 3, 10)).rejects.toMatchObject({
    ...{ code: 'limit', message: 'inbox: 2 ids are remembered already; raise maxEntries or try later' },
  })
  expect(await inbox.put('b', 4, 10)).toBe(false)
  clock.advance(10)
  expect(await inbox.put('c', 5, 10)).toBe(true)
})

test('one timer runs while ids are remembered, none for those who wait, and no listener stays', async () => {
  const clock = createManualRuntime()
  const inbox = createMemoryInbox({ clock })
  const { signal } = new AbortController()
  const taken = inbox.take('a', signal)
  const left = () => [clock.timers, getEventListeners(signal, 'abort').length]
  const seen = [left()]
  for (const [index, id] of ['b', 'a', 'c'].entries()) await inbox.put(id, id, 10 * (index + 1))
  seen.push(left())
  await taken
  for (const _ of [1, 2, 3]) {
    clock.advance(10)
    seen.push(left())
  }
  expect(seen).toEqual([
    [0, 1],
    [1, 0],
    [1, 0],
    [1, 0],
    [0, 0],
  ])
})

type Step =
  | { readonly do: 'put'; readonly id: string; readonly ttlMs: number }
  | { readonly do: 'take'; readonly id: string }
  | { readonly do: 'abort'; readonly taker: number }
  | { readonly do: 'pass'; readonly ms: number }

const id = fc.constantFrom('a', 'b')
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('put' as const), id, ttlMs: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ do: fc.constant('take' as const), id }),
  fc.record({ do: fc.constant('abort' as const), taker: fc.nat() }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.nat(12) }),
)

test('whatever happens in whatever order, each value is taken once, by the taker that waits longest', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50, size: 'max' }), async (steps) => {
      const bench = new Bench()
      for (const each of steps) {
        await bench.run(each)
        expect(bench.outcomes).toEqual(bench.expected)
      }
      bench.clock.advance(20)
      expect(bench.clock.timers).toBe(0)
    }),
    { numRuns: 300 },
  )
})

/** Does each step to an inbox and to a plain model of it. Takers are known by their number, and have a value, gave up or wait. */
class Bench {
  readonly clock = createManualRuntime()
  readonly outcomes: (number | 'gave up' | 'waits')[] = []
  readonly expected: (number | 'gave up' | 'waits')[] = []
  readonly #inbox = createMemoryInbox({ clock: this.clock })
  readonly #slots = new Map<string, { value: number | undefined; readonly expiresAt: number }>()
  readonly #takers: { readonly id: string; readonly controller: AbortController }[] = []
  #values = 0

  async run(step: Step): Promise<void> {
    if (step.do === 'put') await this.#put(step.id, step.ttlMs)
    if (step.do === 'take') this.#take(step.id)
    if (step.do === 'abort') this.#abort(step.taker)
    if (step.do === 'pass') this.clock.advance(step.ms)
    await turn()
  }

  async #put(id: string, ttlMs: number): Promise<void> {
    const value = this.#values++
    const isFree = this.#slot(id) === undefined
    expect(await this.#inbox.put(id, value, ttlMs)).toBe(isFree)
    if (!isFree) return
    const taker = this.#takers.findIndex((each, index) => each.id === id && this.expected[index] === 'waits')
    if (taker >= 0) this.expected[taker] = value
    this.#slots.set(id, { value: taker >= 0 ? undefined : value, expiresAt: this.clock.now() + ttlMs })
  }

  #take(id: string): void {
    const controller = new AbortController()
    const slot = this.#slot(id)
    const taker = this.#takers.push({ id, controller }) - 1
    this.expected.push(slot?.value ?? 'waits')
    if (slot !== undefined) slot.value = undefined
    this.outcomes.push('waits')
    this.#inbox.take(id, controller.signal).then(
      (value) => (this.outcomes[taker] = value as number),
      () => (this.outcomes[taker] = 'gave up'),
    )
  }

  #abort(number: number): void {
    const taker = number % this.#takers.length
    this.#takers[taker]?.controller.abort()
    if (this.expected[taker] === 'waits') this.expected[taker] = 'gave up'
  }

  #slot(id: string) {
    const slot = this.#slots.get(id)
    return slot !== undefined && slot.expiresAt > this.clock.now() ? slot : undefined
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('what JSON cannot carry is refused by name', async () => {
  const inbox = createMemoryInbox({ clock: createManualRuntime() })
  await expect(inbox.put('a', undefined as never, 10)).rejects.toThrow(
    new TypeError('inbox: a value must be a JSON value, got undefined'),
  )
  expect(await inbox.put('a', 1, 10)).toBe(true)
})
