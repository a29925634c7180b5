import '../../support/late-parts.js'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { Redis } from 'ioredis'
import { loadEngine } from '../../../packages/omniport/src/schema/load-engine.js'
import {
  createNodeHandler,
  type NodeHandler,
} from '../../../packages/omniport/src/transport/node/create-node-handler.js'
import { fromIoredis } from '../../../packages/redis/src/connection/ioredis.js'
import type { RedisConnection } from '../../../packages/redis/src/connection/redis-connection.js'
import { createRedisStores, type RedisStores } from '../../../packages/redis/src/stores/create-redis-stores.js'
import { createHttpRuntime, type ManualRuntime, settled } from '../../support/virtual-runtime.js'
import { createFixture, type Fixture } from '../../transcripts/server.js'
import type { NodeActivity, NodeRequest } from '../support/node-messages.js'

/** The server of the transcripts as one of several nodes. Its time stands still; that of its stores is real. */

interface Opened {
  readonly fixture: Fixture
  readonly handler: NodeHandler
  readonly stores: RedisStores
  readonly runtime: ManualRuntime
}

const client = new Redis({ host: '127.0.0.1', port: Number(process.argv[2]), maxRetriesPerRequest: null })
client.on('error', () => {})
const secrets = ['a secret that all nodes have: 0123456789abcdef']
let opened: Opened | undefined
const activity = { requests: 0, exchanged: 0, inFlight: 0 }

const http = createServer((request: IncomingMessage, response: ServerResponse) => {
  let isCounted = false
  const count = () => {
    if (!isCounted) activity.requests += 1
    isCounted = true
  }
  if (request.method === 'POST') {
    request.once('end', count)
    response.once('finish', count)
  } else {
    count()
  }
  if (opened === undefined) response.writeHead(503).end()
  else opened.handler(request, response)
})

async function serve(request: NodeRequest): Promise<unknown> {
  switch (request.type) {
    case 'open':
      opened = await open(request)
      return undefined
    case 'event': {
      const event = opened?.fixture.events.get(request.sentence)
      if (event === undefined) throw new TypeError(`the server has no event "${request.sentence}"`)
      event()
      return undefined
    }
    case 'advance':
      opened?.runtime.advance(request.ms)
      return undefined
    case 'close-handler':
      void opened?.handler.close()
      return undefined
    case 'close':
      await close()
      return undefined
    case 'activity':
      await settled(3)
      return { ...activity } satisfies NodeActivity
  }
}

async function open({ prefix, server, options }: Extract<NodeRequest, { type: 'open' }>): Promise<Opened> {
  await loadEngine({ hasPatterns: true }) // from disk, which takes longer than the server has to answer
  const logger = { error: () => {}, warn: () => {} }
  const stores = await createRedisStores(counted(fromIoredis(client)), { prefix, logger })
  const runtime = createHttpRuntime()
  const stopped = {
    add: (reason: string) => void client.rpush(`${prefix}:stopped`, reason),
    text: async () => (await client.lrange(`${prefix}:stopped`, 0, -1)).join('; '),
  }
  const fixture = createFixture(server, { runtime, stores, secrets, stopped })
  const handler = createNodeHandler(fixture.server, { sseEndpoints: true, ...options })
  return { fixture, handler, stores, runtime }
}

async function close(): Promise<void> {
  const closing = opened
  opened = undefined
  if (closing === undefined) return
  let isClosed = false
  const closed = closing.handler.close().then(() => {
    isClosed = true
  })
  while (!isClosed) {
    closing.runtime.advance(100)
    await settled(1)
  }
  await closed
  await closing.fixture.server.close()
  await closing.stores.close()
  http.closeAllConnections()
}

/** Counts what goes to Redis and comes from it. */
function counted({ command, subscribe, close: end }: RedisConnection): RedisConnection {
  return {
    command(args) {
      activity.exchanged += 1
      activity.inFlight += 1
      return command(args).finally(() => {
        activity.inFlight -= 1
      })
    },
    async subscribe(channel, onMessage) {
      activity.inFlight += 1
      const unsubscribe = await subscribe(channel, (message) => {
        activity.exchanged += 1
        onMessage(message)
      }).finally(() => {
        activity.inFlight -= 1
      })
      return unsubscribe
    },
    ...(end !== undefined && { close: end }),
  }
}

process.on('message', ({ id, request }: { readonly id: number; readonly request: NodeRequest }) => {
  serve(request).then(
    (value) => process.send?.({ id, value }),
    (error: unknown) => process.send?.({ id, error: String(error) }),
  )
})
process.once('disconnect', () => process.exit())
http.listen(0, '127.0.0.1', () => process.send?.({ id: 0, value: (http.address() as AddressInfo).port }))
