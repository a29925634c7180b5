import { afterAll, afterEach } from 'vitest'
import {
  createRedisStores,
  type RedisStores,
  type RedisStoresOptions,
} from '../../../packages/redis/src/entries/index.js'
import { clients, type OpenRedis } from './clients.js'

export interface OpenedStores {
  readonly stores: RedisStores
  /** What was logged. */
  readonly log: readonly string[]
}

let opened: (() => Promise<unknown>)[] = []
let count = 0

afterEach(closeAll)
afterAll(closeAll)

/** A prefix that no other test has. */
export function nextPrefix(): string {
  count += 1
  return `t${count}`
}

/** The function that opens the client of a name. */
export function clientNamed(name: string): OpenRedis {
  const [, open] = clients.find(([each]) => each === name) ?? []
  if (open === undefined) throw new Error(`no client ${name}`)
  return open
}

/** Opens stores over a client of their own. They are closed after the test. */
export async function openStores(
  open: OpenRedis,
  port: number,
  options: RedisStoresOptions = {},
): Promise<OpenedStores> {
  const { connection, close } = await open(port)
  const log: string[] = []
  const logger = { warn: (text: string) => log.push(text), error: (text: string) => log.push(text) }
  const stores = await createRedisStores(connection, { logger, ...options })
  opened.push(async () => {
    await stores.close()
    await close()
  })
  return { stores, log }
}

async function closeAll(): Promise<void> {
  const closing = opened
  opened = []
  await Promise.all(closing.map((close) => close()))
}
