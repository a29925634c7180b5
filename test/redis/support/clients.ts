import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { fromIoredis, fromNodeRedis, type RedisConnection } from '../../../packages/redis/src/entries/index.js'

/** A client of a user, and the connection that is made of it. */
export interface OpenClient {
  readonly connection: RedisConnection
  close(): Promise<void>
}

export type OpenRedis = (port: number) => Promise<OpenClient>

/** The two clients. */
export const clients: readonly (readonly [name: string, open: OpenRedis])[] = [
  ['redis', openNodeRedis],
  ['ioredis', openIoredis],
]

async function openNodeRedis(port: number): Promise<OpenClient> {
  const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: 20 } })
  client.on('error', () => {})
  await client.connect()
  return { connection: fromNodeRedis(client), close: async () => client.destroy() }
}

async function openIoredis(port: number): Promise<OpenClient> {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 20, maxRetriesPerRequest: null })
  client.on('error', () => {})
  return { connection: fromIoredis(client), close: async () => client.disconnect() }
}
