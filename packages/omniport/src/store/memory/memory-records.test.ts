import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { createByteBudget } from '../../values/memory/byte-budget.js'
import { recordsContract } from '../contracts/records.contract.js'
import type { Lease, Versioned } from '../records.js'
import { createMemorySessions, MemoryRecords } from './memory-records.js'

describe('the contract', () => {
  const clock = createManualRuntime()
  const pass = async (ms: number) => clock.advance(ms)
  const checks = recordsContract({ create: () => createMemorySessions({ clock }), pass })
  test.each(checks.map(({ name, run }) => [name, run] as const))('%s', (_name, run) => run())
})

test('records and leases last to the millisecond, whether or not a timer came in time', async () => {
  const time = { now: 0 }
  const sessions = createMemorySessions({ clock: { now: () => time.now, after: () => () => {} } })
  await sessions.create('a', 1, 100)
  expect(await sessions.lease('a', 'one', 50)).toEqual({ node: 'one', fence: 1, expiresAt: 50 })
  time.now = 49
  expect(await sessions.lease('a', 'two', 50)).toBe(undefined)
  time.now = 50
  expect(await sessions.lease('a', 'two', 50)).toEqual({ node: 'two', fence: 2, expiresAt: 100 })
  time.now = 99
  expect(await sessions.get('a')).toEqual({ value: 1, version: 1 })
  time.now = 100
  expect(await sessions.get('a')).toBe(undefined)
})

test('ten thousand sessions share one timer, and none is left when they are over', async () => {
  const clock = createManualRuntime()
  const sessions = createMemorySessions({ clock })
  const ids = Array.from({ length: 10_000 }, (_, index) => `s${index}`)
  for (const [index, id] of ids.entries()) await sessions.create(id, index, 1 + (index % 7))
  const timers = [clock.timers]
  clock.advance(6)
  timers.push(clock.timers)
  const left = await Promise.all(ids.map((id) => sessions.get(id)))
  clock.advance(1)
  timers.push(clock.timers)
  expect(left.filter((record) => record !== undefined).length).toBe(1428)
  expect(timers).toEqual([1, 1, 0])
})

interface Step {
  readonly do: 'create' | 'get' | 'replace' | 'delete' | 'lease' | 'pass'
  readonly id: string
  readonly node: string
  readonly isStale: boolean
  readonly ms: number
}

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('create', 'get', 'replace', 'delete', 'lease', 'lease', 'pass'),
  id: fc.constantFrom('a', 'b', '__proto__'),
  node: fc.constantFrom('one', 'two', 'three'),
  isStale: fc.boolean(),
  ms: fc.integer({ min: 1, max: 20 }),
})

test('whatever happens in whatever order, one node at most has a lease, and fences grow as it changes hands', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const bench = new Bench()
      for (const each of steps) await bench.run(each)
      bench.clock.advance(20)
      expect(bench.clock.timers).toBe(0)
    }),
    { numRuns: 500 },
  )
})

interface Expected {
  value: number
  version: number
  expiresAt: number
  lease: Lease | undefined
}

/** Does each step to sessions and to a plain model of them, and compares. */
class Bench {
  readonly clock = createManualRuntime()
  readonly #sessions = createMemorySessions({ clock: this.clock })
  readonly #records = new Map<string, Expected>()
  readonly #fences = new Map<string, number>()
  #values = 0

  async run({ do: action, ...step }: Step): Promise<void> {
    if (action === 'create') await this.#create(step)
    if (action === 'get') await this.#compare(step.id)
    if (action === 'replace') await this.#replace(step)
    if (action === 'delete') await this.#delete(step.id)
    if (action === 'lease') await this.#lease(step)
    if (action === 'pass') this.clock.advance(step.ms)
  }

  async #compare(id: string): Promise<void> {
    expect((await this.#get(id))?.value).toBe(this.#record(id)?.value)
  }

  async #create({ id, ms }: Omit<Step, 'do'>): Promise<void> {
    const value = this.#values++
    const isFree = this.#record(id) === undefined
    expect(await this.#sessions.create(id, value, ms)).toBe(isFree)
    if (!isFree) return
    const version = (await this.#get(id))?.version ?? 0
    this.#records.set(id, { value, version, expiresAt: this.clock.now() + ms, lease: undefined })
  }

  async #replace({ id, isStale, ms }: Omit<Step, 'do'>): Promise<void> {
    const value = this.#values++
    const record = this.#record(id)
    const version = (record?.version ?? 1) - (isStale ? 1 : 0)
    expect(await this.#sessions.replace(id, version, value, ms)).toBe(record !== undefined && !isStale)
    if (record === undefined || isStale) return
    const next = (await this.#get(id))?.version ?? 0
    expect(next).toBeGreaterThan(record.version)
    Object.assign(record, { value, version: next, expiresAt: this.clock.now() + ms })
  }

  async #delete(id: string): Promise<void> {
    expect(await this.#sessions.delete(id)).toBe(this.#record(id) !== undefined)
    this.#records.delete(id)
  }

  async #lease({ id, node, ms }: Omit<Step, 'do'>): Promise<void> {
    const record = this.#record(id)
    const now = this.clock.now()
    const activeLease = record?.lease !== undefined && record.lease.expiresAt > now ? record.lease : undefined
    const lease = await this.#sessions.lease(id, node, ms)
    const isFree = record !== undefined && (activeLease === undefined || activeLease.node === node)
    const before = this.#fences.get(id) ?? 0
    const fence = lease?.fence ?? before
    expect(lease).toEqual(isFree ? { node, fence, expiresAt: now + ms } : undefined)
    expect(fence > before).toBe(isFree && activeLease === undefined)
    this.#fences.set(id, fence)
    if (isFree) record.lease = lease
  }

  #get(id: string): Promise<Versioned | undefined> {
    return this.#sessions.get(id)
  }

  #record(id: string): Expected | undefined {
    const record = this.#records.get(id)
    return record !== undefined && record.expiresAt > this.clock.now() ? record : undefined
  }
}

test('what JSON cannot carry is refused by name, and changes nothing', async () => {
  const sessions = createMemorySessions({ clock: createManualRuntime() })
  const failure = new TypeError('records: a value must be a JSON value, got undefined')
  await expect(sessions.create('a', undefined as never, 10)).rejects.toThrow(failure)
  expect(await sessions.create('a', 1, 10)).toBe(true)
  await expect(sessions.replace('a', 1, undefined as never, 10)).rejects.toThrow(failure)
  expect(await sessions.get('a')).toEqual({ value: 1, version: 1 })
})

test('the characters of some records are counted, as long as they are there', async () => {
  const clock = createManualRuntime()
  const budget = createByteBudget()
  const records = new MemoryRecords(clock, { counted: { budget, includes: (value) => value !== 'left out' } })
  const used = [budget.used]
  const note = () => used.push(budget.used)
  await records.create('a', 'left out', 10)
  note()
  await records.create('b', [1], 10)
  note()
  await records.create('b', [1, 2], 10)
  await records.create('c', 'c', 20)
  note()
  await records.replace('a', 1, 'left out still', 10)
  await records.replace('b', 2, [1, 2], 10)
  note()
  clock.advance(10)
  note()
  await records.delete('c')
  note()
  expect(used).toEqual([0, 0, 2 * 3, 2 * (3 + 3), 2 * (5 + 3), 2 * 3, 0])
})
