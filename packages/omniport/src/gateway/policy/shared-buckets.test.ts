import { describe, expect, test } from 'vitest'
import { createHttpRuntime } from '#test/support/virtual-runtime.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { createMemorySessions } from '../../store/memory/memory-records.js'
import type { Records } from '../../store/records.js'
import { connectBehind } from './fixtures/connect-behind.js'
import { limitRate } from './limit-rate.js'
import { SharedBuckets } from './shared-buckets.js'

const clock = createHttpRuntime()

const of = (who: Partial<Exchange>) => who as Exchange // all that buckets read
const ann = of({ principal: { id: 'ann', scopes: [], claims: {} } })

/** A store, and how often it was read. */
function createCounted() {
  const store = createMemorySessions({ clock })
  const counts = { reads: 0 }
  const counted: Records = {
    create: (...args) => store.create(...args),
    get: (id) => {
      counts.reads += 1
      return store.get(id)
    },
    replace: (...args) => store.replace(...args),
    delete: (id) => store.delete(id),
    lease: (...args) => store.lease(...args),
  }
  return { store: counted, counts }
}

/** The buckets of some nodes that share a store. */
function createNodes(perMinute: number, store: Records = createMemorySessions({ clock }), count = 2) {
  const create = () => new SharedBuckets({ store, name: 'all', perMinute, clock })
  return Array.from({ length: count }, create)
}

async function takeAll(nodes: readonly SharedBuckets[], count: number, who = ann): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => nodes[index % nodes.length]?.take(who) ?? -1))
}

const given = (waits: readonly number[]) => waits.filter((ms) => ms === 0).length

describe('buckets that nodes share', () => {
  test.each([1, 10, 3_000])('give %i tokens a minute together, however many ask where', async (perMinute) => {
    const nodes = createNodes(perMinute, createMemorySessions({ clock }), 3)
    const first = await takeAll(nodes, 3 * perMinute + 30)
    // A node may keep what it took and was not asked for.
    expect(given(first)).toBeLessThanOrEqual(perMinute)
    expect(given(first)).toBeGreaterThanOrEqual(perMinute - 3 * Math.max(0, Math.floor(perMinute / 600) - 1))
    clock.advance(60_000)
    const second = await takeAll(nodes, 3 * perMinute + 30)
    expect(given(first) + given(second)).toBeLessThanOrEqual(2 * perMinute)
  })

  test('say when there will be a token, and have it then', async () => {
    const [first, second] = createNodes(2)
    expect([await first?.take(ann), await second?.take(ann), await first?.take(ann)]).toEqual([0, 0, 30_000])
    clock.advance(29_999)
    expect(await second?.take(ann)).toBe(1)
    clock.advance(1)
    expect([await second?.take(ann), await first?.take(ann)]).toEqual([0, 30_000])
  })

  test('are of one caller each', async () => {
    const nodes = createNodes(1)
    const callers = [
      ann,
      of({ principal: { id: 'bob', scopes: [], claims: {} } }),
      of({ sender: 'ann' }),
      of({ sender: '' }),
    ]
    for (const who of callers) expect(given(await takeAll(nodes, 4, who))).toBe(1)
  })

  test('of connections are those of one node', async () => {
    const nodes = createNodes(1)
    expect(given(await takeAll(nodes, 6, of({ sender: Symbol('connection') })))).toBe(2)
  })

  test('that are empty are not looked at again before there is a token', async () => {
    const { store, counts } = createCounted()
    const nodes = createNodes(1, store, 1)
    expect(given(await takeAll(nodes, 1))).toBe(1)
    for (let call = 0; call < 50; call += 1) expect(given(await takeAll(nodes, 1))).toBe(0)
    expect(counts.reads).toBe(2)
  })

  test('are looked at once for many tokens, where many come back in a second', async () => {
    const { store, counts } = createCounted()
    const nodes = createNodes(60_000, store, 1)
    for (let call = 0; call < 1_000; call += 1) expect(given(await takeAll(nodes, 1))).toBe(1)
    expect(counts.reads).toBe(10)
  })

  test('are looked at once for all requests that wait', async () => {
    const { store, counts } = createCounted()
    const nodes = createNodes(1_200, store, 1)
    expect(given(await takeAll(nodes, 1_000))).toBe(1_000)
    expect(counts.reads).toBe(1)
    expect(given(await takeAll(nodes, 1_000))).toBe(200)
    expect(counts.reads).toBe(3)
  })

  test('count at each node while the store fails', async () => {
    const { store } = createCounted()
    const nodes = createNodes(3, { ...store, get: () => Promise.reject(new Error('away')) })
    expect(given(await takeAll(nodes, 20))).toBe(6)
  })
})

test('limitRate counts for all nodes that share its store', async () => {
  const store = createMemorySessions({ clock })
  const options = { perMinute: 3, tools: { secret: 1 }, store, runtime: clock }
  const nodes = [
    await connectBehind([limitRate(options)], { principal: 'ada' }),
    await connectBehind([limitRate(options)], { principal: 'ada' }),
  ]
  const errors: unknown[] = []
  for (const name of ['secret', 'add']) {
    for (const { request } of nodes) errors.push((await request('tools/call', { name })).error?.message)
  }
  for (const { request } of nodes) errors.push((await request('tools/call', { name: 'add' })).error?.message)
  const ofSecret = 'Too many calls of secret per minute: the limit is 1'
  const ofAll = 'Too many requests per minute: the limit is 3'
  expect(errors).toEqual([undefined, ofSecret, undefined, undefined, ofAll, ofAll])
  for (const { close } of nodes) close()
})
