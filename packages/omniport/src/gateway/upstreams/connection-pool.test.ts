import { describe, expect, test } from 'vitest'
import { VirtualRuntime } from '#test/support/virtual-runtime.js'
import { ConnectionPool } from './connection-pool.js'
import type { UpstreamConnection } from './upstream-connection.js'

interface Fake {
  lastUsedMs: number
  isLive: boolean
  isIdle: boolean
  readonly sessions: Set<unknown>
  closed: number
  close(): Promise<void>
}

function createFake(pool: ConnectionPool, more: Partial<Fake> = {}): Fake {
  const fake: Fake = {
    ...{ lastUsedMs: 0, isLive: true, isIdle: true, sessions: new Set(), closed: 0 },
    async close() {
      fake.closed += 1
      pool.delete(fake as unknown as UpstreamConnection)
    },
    ...more,
  }
  pool.add(fake as unknown as UpstreamConnection)
  return fake
}

function create(upstreams = 2) {
  const runtime = new VirtualRuntime({ startMs: 0 })
  return { runtime, pool: new ConnectionPool({ upstreams, upstreamIdleMs: 100 }, runtime) }
}

describe('one more connection', () => {
  test('fits below the limit', () => {
    const { pool } = create()
    const one = createFake(pool)
    const cold = createFake(pool, { isLive: false })
    pool.admit()
    expect([one.closed, cold.closed]).toEqual([0, 0])
  })

  test('takes the place of the one that was unused for longest', () => {
    const { pool } = create(3)
    const later = createFake(pool, { lastUsedMs: 5 })
    const first = createFake(pool, { lastUsedMs: 1 })
    const busy = createFake(pool, { lastUsedMs: 0, isIdle: false })
    const cold = createFake(pool, { lastUsedMs: 0, isLive: false })
    pool.admit()
    expect([later.closed, first.closed, busy.closed, cold.closed]).toEqual([0, 1, 0, 0])
  })

  test('is refused where all are in use, or kept for a session', () => {
    const { pool } = create()
    createFake(pool, { isIdle: false })
    createFake(pool, { sessions: new Set([1]) })
    expect(() => pool.admit()).toThrow(
      expect.objectContaining({
        code: -32603,
        message: 'Too many connections to upstreams are in use: the limit upstreams is 2',
      }),
    )
  })
})

describe('connections that are not used', () => {
  test('are closed after their time, by a look at them in half of it', async () => {
    const { runtime, pool } = create()
    const fake = createFake(pool, { lastUsedMs: 0 })
    await runtime.advance(99)
    expect(fake.closed).toBe(0)
    await runtime.advance(1)
    expect([fake.closed, runtime.timers]).toEqual([1, 0])
  })

  test('have their time again after they were used', async () => {
    const { runtime, pool } = create()
    const fake = createFake(pool, { isIdle: false })
    await runtime.advance(200)
    fake.isIdle = true
    await runtime.advance(99)
    expect(fake.closed).toBe(0)
    await runtime.advance(51)
    expect(fake.closed).toBe(1)
  })

  test('stay while a session has them', async () => {
    const { runtime, pool } = create()
    const fake = createFake(pool, { sessions: new Set([1]) })
    await runtime.advance(1_000)
    expect(fake.closed).toBe(0)
  })
})

test('one timer runs while there are connections, and none after the last', async () => {
  const { runtime, pool } = create()
  const [one, two] = [createFake(pool), createFake(pool)]
  expect(runtime.timers).toBe(1)
  await one.close()
  expect(runtime.timers).toBe(1)
  await two.close()
  expect(runtime.timers).toBe(0)
  createFake(pool)
  expect(runtime.timers).toBe(1)
})
