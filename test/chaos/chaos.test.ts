import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleProgram, type Program } from '../nodes/support/bundle-program.js'
import { hasHaproxy } from '../nodes/support/start-haproxy.js'
import { hasRedis } from '../redis/support/redis-server.js'
import { runChaos } from './run-chaos.js'

const count = 400

describe.skipIf(!hasRedis || !hasHaproxy)('while nodes and Redis go and come', () => {
  let program: Program
  beforeAll(async () => {
    program = await bundleProgram('test/chaos/programs/chaos-node')
  })
  afterAll(() => program.remove())

  test('each call has one answer or one error, and nothing is done or told twice', async () => {
    const { violations, calls, answered } = await runChaos({
      program: program.path,
      topology: 'single',
      calls: count,
      clients: 8,
      killMs: 2_000,
      cuts: 1,
      cutMs: 1_000,
      timeoutMs: 10_000,
    })
    expect(violations).toEqual([])
    expect([calls, answered > calls / 2]).toEqual([count, true])
  }, 120_000)
})
