import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from './support/clients.js'
import { type RequestFault, startFaultProxy } from './support/fault-proxy.js'
import { nextPrefix, openStores } from './support/open-stores.js'
import { type Operation, operations } from './support/operations.js'
import { hasRedis, type RedisServer, startRedis } from './support/redis-server.js'

/** A command of the stores, as it is on the wire. */
const isCommand = /\b(EVALSHA|EVAL|SUBSCRIBE|PUBLISH|CONFIG)\b/i

const faults: readonly RequestFault[] = ['before', 'after']

interface Run {
  readonly outcome: unknown
  readonly commands: number
  readonly hasBroken: boolean
}

describe.skipIf(!hasRedis).each(clients)('over %s, with a connection that breaks at any one command', (_, open) => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.kill())

  /** Opens stores and does something with them. The connection breaks at the command with a number, from 1. */
  async function run(operation: Operation, at = 0, fault?: RequestFault): Promise<Run> {
    const proxy = await startFaultProxy(server.port)
    let [commands, hasBroken] = [0, false]
    proxy.onRequest = (request) => {
      if (!isCommand.test(request)) return undefined
      commands += 1
      hasBroken ||= commands === at
      return commands === at ? fault : undefined
    }
    const prefix = nextPrefix()
    const { stores } = await openStores(open, proxy.port, { prefix })
    const { stores: other } = await openStores(open, server.port, { prefix })
    const outcome = await operation.run(stores, other)
    await stores.close()
    await other.close()
    await proxy.close()
    return { outcome, commands, hasBroken }
  }

  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s has the outcome that it has without',
    async (_name, operation) => {
      const { outcome, commands } = await run(operation)
      const places = Array.from({ length: commands }, (_each, index) => index + 1)
      const broken = await Promise.all(
        places.flatMap((at) => faults.map(async (fault) => ({ at, fault, ...(await run(operation, at, fault)) }))),
      )
      expect(broken.map((each) => [each.at, each.fault, each.outcome])).toEqual(
        broken.map(({ at, fault }) => [at, fault, outcome]),
      )
      // Commands that are sent together are one more or one less from run to run, so that the last ones may not be there.
      expect(broken.filter(({ hasBroken }) => hasBroken).length).toBeGreaterThan(commands)
    },
  )
})
