import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clients } from './support/clients.js'
import { type FaultProxy, startFaultProxy } from './support/fault-proxy.js'
import { randomOf } from './support/random-of.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'
import { testContracts } from './support/test-contracts.js'

/** A command of the stores, as it is on the wire. */
const isCommand = /EVALSHA|EVAL|SUBSCRIBE/i

/** Connections that break in one check: more would take longer than what the checks store is kept. */
const maxCuts = 10

/** These compare with a time that is shorter than it takes to connect again a few times. */
const isTimed = /\b(time|forgotten)\b/

const cases = clients.map(([name, open], index) => [name, index + 1, open] as const)

describe.skipIf(!hasRedis).each(cases)(
  'over %s, with connections that break at any command (seed %i)',
  (_, seed, open) => {
    let server: RedisServer
    let proxy: FaultProxy
    let cuts = 0
    let cutsInCheck = 0
    beforeEach(() => {
      cutsInCheck = 0
    })
    beforeAll(async () => {
      const random = randomOf(seed)
      server = await startRedis()
      proxy = await startFaultProxy(server.port)
      proxy.split(7)
      proxy.onRequest = (request) => {
        const breaks = isCommand.test(request) && random() < 0.15 && cutsInCheck < maxCuts
        if (breaks) cutsInCheck += 1
        if (breaks) cuts += 1
        return breaks ? 'after' : undefined
      }
    })
    afterAll(async () => {
      await proxy.close()
      await server.kill()
    })

    testContracts(open, () => proxy.port, {
      isTested: (store, check) => store !== 'bus' && !isTimed.test(check),
      // Events that are kept for less than a reader takes to connect again are told to be gone.
      limits: { eventLogMs: 60_000 },
    })

    test('connections did break', () => expect(cuts).toBeGreaterThan(50))
  },
)
