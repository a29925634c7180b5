import { setTimeout as wait } from 'node:timers/promises'
import {
  blobsContract,
  busContract,
  type ContractCheck,
  eventLogContract,
  inboxContract,
  recordsContract,
  tasksContract,
} from 'omniport/testing'
import { test } from 'vitest'
import type { RedisStores } from '../../../packages/redis/src/entries/index.js'
import type { OpenRedis } from './clients.js'
import { nextPrefix, openStores } from './open-stores.js'

export interface TestContractsOptions {
  /** Default: all checks. */
  readonly isTested?: (store: keyof RedisStores, check: string) => boolean
  /** Limits in place of those that a check asks for. */
  readonly limits?: object
}

/** A test for each check of the contracts, with stores at a port that is known when the tests run. */
export function testContracts(
  open: OpenRedis,
  port: () => number,
  { isTested = () => true, limits: instead = {} }: TestContractsOptions = {},
): void {
  /** Opens a store of two nodes: the second joins the prefix of the first. */
  function nodes<Name extends keyof RedisStores>(name: Name) {
    const prefixes = new Map<unknown, string>()
    return {
      create: async (limits?: object) => {
        const prefix = nextPrefix()
        const { stores } = await openStores(open, port(), { prefix, limits: { ...limits, ...instead } })
        prefixes.set(stores[name], prefix)
        return stores[name]
      },
      join: async (store: unknown) => {
        const { stores } = await openStores(open, port(), { prefix: prefixes.get(store) })
        return stores[name]
      },
    }
  }

  const contracts: readonly (readonly [keyof RedisStores, readonly ContractCheck[]])[] = [
    ['eventLog', eventLogContract(nodes('eventLog'))],
    ['inbox', inboxContract(nodes('inbox'))],
    ['sessions', recordsContract(nodes('sessions'))],
    ['tasks', tasksContract(nodes('tasks'))],
    ['blobs', blobsContract(nodes('blobs'))],
    ['bus', busContract({ ...nodes('bus'), settle: () => wait(50) })],
  ]
  for (const [store, checks] of contracts) {
    const tested = checks.filter(({ name }) => isTested(store, name))
    test.each(tested.map(({ name, run }) => [name, run] as const))(`${store}: %s`, (_name, run) => run())
  }
}
