import { setTimeout as wait } from 'node:timers/promises'
import { createServer, tool } from 'omniport'
import { createFetchHandler, type FetchHandler } from 'omniport/http'
import type { RedisConnection, RedisStores } from '../../../packages/redis/src/entries/index.js'
import { clientNamed, openStores } from './open-stores.js'

export interface CountedNodeOptions {
  readonly port: number
  readonly prefix: string
  readonly answers: 'json' | 'sse'
}

/** Channels of a node: that of the bus, and one for each shard. */
const channels = 257

/** No timer fires: what nodes read again by themselves, every second, belongs to no call. */
const stillClock = { now: () => 0, after: () => () => {} }

/** A node whose commands to Redis are counted. It has a session of 2025-11-25. */
export class CountedNode {
  readonly #server: ReturnType<typeof createServer>
  readonly #handler: FetchHandler
  readonly #stores: RedisStores
  readonly #counts: ConnectionCounts
  #headers: Readonly<Record<string, string>> = {}

  static async open({ port, prefix, answers }: CountedNodeOptions): Promise<CountedNode> {
    const counts = { sent: 0, waiting: 0, channels: 0 }
    const { stores } = await openStores(
      async (at) => {
        const { connection, close } = await clientNamed('ioredis')(at)
        return { connection: countCommands(connection, counts), close }
      },
      port,
      { prefix, clock: stillClock },
    )
    const node = new CountedNode(stores, counts, answers)
    await node.#warmUp()
    return node
  }

  private constructor(stores: RedisStores, counts: ConnectionCounts, answers: 'json' | 'sse') {
    this.#stores = stores
    this.#counts = counts
    this.#server = defineServer(stores, counts)
    this.#handler = createFetchHandler(this.#server, { answers })
  }

  /** The headers by which another node finds the session. */
  get session(): Readonly<Record<string, string>> {
    return this.#headers
  }

  /** Goes on with the session of another node. */
  join(other: CountedNode): void {
    this.#headers = other.session
  }

  /** The commands that `work` sends. It also waits for those that nobody waits for. */
  async commandsOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.#counts.sent
    await work()
    await settled(this.#counts)
    return this.#counts.sent - before
  }

  async initialize(): Promise<void> {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
    this.#headers = {}
    const { headers } = await this.#post({ id: 1, method: 'initialize', params })
    this.#headers = {
      'mcp-session-id': headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    }
  }

  async initialized(): Promise<void> {
    await this.#post({ method: 'notifications/initialized' })
  }

  async setLevel(level = 'info'): Promise<void> {
    await this.#post({ id: 3, method: 'logging/setLevel', params: { level } })
  }

  /** Calls a tool, and resolves with the text of the whole response. */
  async call(name: string): Promise<string> {
    const params = { name, arguments: {}, _meta: { progressToken: 1 } }
    return (await this.#post({ id: 2, method: 'tools/call', params })).text
  }

  async delete(): Promise<void> {
    await this.#handler(new Request('http://localhost/mcp', { method: 'DELETE', headers: this.#headers }))
  }

  async close(): Promise<void> {
    await this.#handler.close()
    await this.#server.close()
  }

  async #post(message: object): Promise<{ readonly headers: Headers; readonly text: string }> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...this.#headers,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    const response = await this.#handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }))
    return { headers: response.headers, text: await response.text() }
  }

  /** Sends each script once, and subscribes to all channels: a node does so only once. */
  async #warmUp(): Promise<void> {
    await this.initialize()
    await this.initialized()
    await this.call('steps')
    await this.delete()
    for (let stream = 0; this.#counts.channels < channels; stream++) {
      const controller = new AbortController()
      const first = this.#stores.eventLog.read(`${stream}`, undefined, controller.signal)[Symbol.asyncIterator]().next()
      await new Promise((resolve) => setImmediate(resolve))
      controller.abort()
      await first
    }
  }
}

interface ConnectionCounts {
  sent: number
  /** Commands without a reply. */
  waiting: number
  channels: number
}

function countCommands(connection: RedisConnection, counts: ConnectionCounts): RedisConnection {
  return {
    ...connection,
    async command(args) {
      counts.sent += 1
      counts.waiting += 1
      return connection.command(args).finally(() => {
        counts.waiting -= 1
      })
    },
    async subscribe(channel, onMessage) {
      const unsubscribe = await connection.subscribe(channel, onMessage)
      counts.channels += 1
      return unsubscribe
    },
  }
}

/** Resolves when every command has its reply. */
async function settled(counts: ConnectionCounts): Promise<void> {
  do await wait(20)
  while (counts.waiting > 0)
}

function defineServer(stores: RedisStores, counts: ConnectionCounts): ReturnType<typeof createServer> {
  return createServer({
    name: 'counted',
    version: '1.0.0',
    stores,
    secrets: ['a secret that all nodes have: 0123456789abcdef'],
    logger: { warn() {}, error() {} },
    tools: {
      plain: tool({ description: 'Answers at once', run: () => 'done' }),
      later: tool({
        description: 'Answers later',
        async run() {
          await wait(10)
          return 'done'
        },
      }),
      steps: tool({
        description: 'Tells its progress at once',
        run(_, ctx) {
          for (const step of [1, 2, 3]) ctx.progress(step, 3)
          return 'done'
        },
      }),
      slow: tool({
        description: 'Tells its progress as it goes',
        async run(_, ctx) {
          for (const step of [1, 2, 3]) {
            ctx.progress(step, 3)
            await settled(counts)
          }
          return 'done'
        },
      }),
    },
  })
}
