// One of several nodes that share a Redis, for a container: see nodes.yaml.
import { createRedisStores, fromNodeRedis } from '@omniport/redis'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { createClient } from 'redis'

const client = createClient({ url: process.env.REDIS_URL, pingInterval: 10_000 })
client.on('error', (error) => console.error(error))
await client.connect()

const stores = await createRedisStores(fromNodeRedis(client), { prefix: 'notes' })
const server = createServer({
  name: 'notes',
  version: '1.0.0',
  stores,
  secrets: [process.env.SECRET],
  tools: {
    count: tool({
      description: 'Counts to ten, ten times a second',
      async run(_args, ctx) {
        for (let n = 1; n <= 10; n += 1) {
          await new Promise((resolve) => setTimeout(resolve, 100))
          ctx.progress(n, 10)
        }
        return 'Counted to 10'
      },
    }),
  },
})

const { url, close } = await serveHttp(server, {
  port: Number(process.env.PORT),
  hostname: '0.0.0.0', // all addresses of the container
  allowedHosts: [process.env.HOST],
  unauthenticated: true, // only the ingress reaches it, and it knows who calls; else set `auth`
  // The balancer, not the node, ends a connection that nobody uses: a request that comes while the node does so is lost.
  limits: { drainMs: 20_000, keepAliveMs: 75_000, lingerMs: 2_000 },
})
console.log(url)

// New connections are refused, streams end, and calls have `drainMs` to finish. Connections stay open for `lingerMs`, in which
// the balancer notices; requests that come on them are refused with 503.
process.once('SIGTERM', async () => {
  await close()
  await server.close()
  await stores.close()
  await client.close()
})
