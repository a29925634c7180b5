import { defaultLimits } from 'omniport/protocol'
import type { Blobs, Bus, EventLog, Inbox, Sessions, Tasks } from 'omniport/store'
import { RedisBlobs } from '../blobs/redis-blobs.js'
import { RedisBus } from '../bus/redis-bus.js'
import { RedisCommands } from '../commands/redis-commands.js'
import { ScriptRunner } from '../commands/script-runner.js'
import type { RedisConnection } from '../connection/redis-connection.js'
import { RedisEventLog } from '../event-log/redis-event-log.js'
import { RedisInbox } from '../inbox/redis-inbox.js'
import type { Logger, RedisStoresOptions } from '../options/redis-options.js'
import { RedisRecords } from '../records/redis-records.js'
import { RedisTasks } from '../records/redis-tasks.js'
import { Keys } from '../shards/keys.js'
import { Shards } from '../shards/shards.js'
import { randomName } from '../values/random-name.js'
import { systemClock } from '../values/system-clock.js'

/** The six stores, for the option `stores` of a server or a gateway. */
export interface RedisStores {
  readonly bus: Bus
  readonly eventLog: EventLog
  readonly inbox: Inbox
  readonly sessions: Sessions
  readonly tasks: Tasks
  readonly blobs: Blobs
  /**
   * Waits for the calls that have begun, ends subscriptions and refuses further calls. It is called after the servers that use the
   * stores have closed. The client stays open: it is yours.
   */
  close(): Promise<void>
}

/** The least and the most time between two looks at what is waited for. */
const sweepMs = [1_000, 2_000] as const

/**
 * Creates the stores that the nodes of one service share, on Redis 7 or Valkey. While Redis is away, calls that need it fail at once
 * with `StoreUnavailable` (503 with `Retry-After` over HTTP), and the rest goes on; nothing has to be restarted when it is back.
 *
 * Rejects with TypeError if an option cannot be used, or for a client instead of a connection, and with what the client says if it cannot subscribe. Warns if Redis may
 * evict keys (`maxmemory-policy`).
 */
export async function createRedisStores(
  connection: RedisConnection,
  options: RedisStoresOptions = {},
): Promise<RedisStores> {
  checkConnection(connection)
  const { prefix = 'omniport', clock = systemClock, logger = consoleLogger } = options
  const { appendMs = 10_000, maxWaitingBytes = 32 * 1024 * 1024 } = options
  const node = randomName(16)
  const keys = new Keys(prefix)
  const commands = createCommands(connection, keys, options)
  const scripts = new ScriptRunner(commands)
  const publish = connection.cluster === true ? 'SPUBLISH' : 'PUBLISH'
  const shards = new Shards({ node, connection, scripts, keys, clock, logger, sweepMs })
  const limits = { ...defaultLimits, ...options.limits }
  const services = { node, scripts, shards, keys, clock, logger, limits, publish, appendMs, maxWaitingBytes }
  const bus = new RedisBus({ connection, commands, keys, publish, logger, clock, sweepMs })
  await bus.open()
  await checkPolicy(commands, logger)
  const eventLog = new RedisEventLog(services)
  return {
    bus,
    eventLog,
    inbox: new RedisInbox(services),
    sessions: new RedisRecords(scripts, keys, 's'),
    tasks: new RedisTasks(scripts, keys, connection.cluster === true),
    blobs: new RedisBlobs(scripts, keys),
    async close() {
      await commands.idle()
      eventLog.close()
      shards.close()
      bus.close()
      commands.close()
      await connection.close?.()
    },
  }
}

/** Both common clients have functions of these two names too, which mean something else; no connection has `duplicate`. */
function checkConnection(connection: unknown): void {
  const { command, subscribe, sendCommand, duplicate } = Object(connection) as Readonly<Record<string, unknown>>
  const isClient = typeof sendCommand === 'function' && typeof duplicate === 'function'
  if (typeof command === 'function' && typeof subscribe === 'function' && !isClient) return
  throw new TypeError(
    'createRedisStores: the first argument must be a connection: wrap the client, fromNodeRedis(client) or fromIoredis(client)',
  )
}

function createCommands(connection: RedisConnection, keys: Keys, options: RedisStoresOptions): RedisCommands {
  const { timeoutMs = 2_000, maxInFlight = 40_000, appendMs = 10_000, maxWaitingBytes = 1 } = options
  for (const [name, value] of Object.entries({ timeoutMs, maxInFlight, appendMs, maxWaitingBytes })) {
    if (!(value > 0)) throw new TypeError(`createRedisStores: ${name} must be a positive number, got ${value}`)
  }
  const probeKey = (shard: number) => keys.inShard(shard, 'probe', '')
  return new RedisCommands({ connection, clock: options.clock ?? systemClock, timeoutMs, maxInFlight, probeKey })
}

/** Warns if Redis may drop keys when its memory is full. Where `CONFIG` is not allowed nothing is known. */
async function checkPolicy(commands: RedisCommands, logger: Logger): Promise<void> {
  const policy = policyOf(await commands.send(['CONFIG', 'GET', 'maxmemory-policy'], 0).catch(() => undefined))
  if (policy === undefined || policy === 'noeviction') return
  logger.warn(
    `Redis has maxmemory-policy ${policy}, so it may drop sessions and events when its memory is full; set it to noeviction`,
    { policy },
  )
}

/** A list in RESP2; a map in RESP3, which a client may give as an object or a Map. */
function policyOf(reply: unknown): string | undefined {
  const name = 'maxmemory-policy'
  const value = Array.isArray(reply)
    ? reply[1]
    : reply instanceof Map
      ? reply.get(name)
      : (reply as Readonly<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

/** Writes to stderr. */
const consoleLogger: Logger = Object.freeze({
  warn: (message: string, details?: object) => console.warn(message, ...(details === undefined ? [] : [details])),
  error: (message: string, details?: object) => console.error(message, ...(details === undefined ? [] : [details])),
})
