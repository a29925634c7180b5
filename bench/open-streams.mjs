// Opens the GET streams of many sessions on one node whose stores are on Redis, all at once: `node bench/open-streams.mjs [count]`, by
// default 10,000. It prints how long that took, what the node has then, and what it does while nothing happens. It fails if the node
// refuses anything.
import process from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { openSessions, openStreams } from './drivers/open-session-streams.mjs'
import { MeasuredProcess } from './measure/measured-process.mjs'
import { startRedis } from './servers/redis-server.mjs'

const count = Number(process.argv[2] ?? 10_000)
const idleMs = 20_000
const redisPort = await startRedis()
const redis = new Redis({ host: '127.0.0.1', port: redisPort })
const settings = [`redis=${redisPort}`, 'sessions=yes']
const node = new MeasuredProcess('servers/omniport-redis-http.mjs', settings, { exposeGc: true })
const port = Number(await node.firstLine())

const empty = await node.memory()
const [sessionsMs, gets] = await timed(() => openSessions(port, count))
const [streamsMs, streams] = await timed(() => node.orFailure(openStreams(port, gets)))
await wait(5_000)
const full = await node.memory()
const before = await used()
await wait(idleMs)
const after = await used()
const { failures } = await node.ask('stores', 'stores')
const perSecond = (name) => (after[name] - before[name]) / ((after.at - before.at) / 1_000)
const mebibytes = (bytes) => Math.round(bytes / 2 ** 20)
print({
  'open streams': streams.length,
  'refused commands': failures,
  'connections to Redis': after.clients - 1,
  'sessions opened, s': sessionsMs / 1_000,
  'streams opened, s': streamsMs / 1_000,
  'RSS of the node, MiB': mebibytes(full.rss),
  'heap of one session with its stream, KiB': (full.heap - empty.heap) / count / 1_024,
  'memory of Redis, MiB': mebibytes(after.redisBytes),
  'commands per second, idle': perSecond('commands'),
  'CPU of the node, idle, %': perSecond('cpu') / 10_000,
  'CPU of Redis, idle, %': perSecond('redisCpu') / 10_000,
})
await node.end()
redis.disconnect()
process.exit(failures === 0 && after.clients === 3 ? 0 : 1)

async function timed(work) {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

/** Microseconds of CPU, and commands, so far. */
async function used() {
  const info = await redis.info()
  const figureOf = (name) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)[1])
  return {
    at: performance.now(),
    cpu: await node.cpu(),
    commands: (await node.ask('stores', 'stores')).commands,
    redisCpu: 1e6 * (figureOf('used_cpu_user') + figureOf('used_cpu_sys')),
    redisBytes: figureOf('used_memory'),
    clients: figureOf('connected_clients'),
  }
}

function print(figures) {
  for (const [name, value] of Object.entries(figures)) {
    process.stdout.write(`${name.padEnd(42)} ${Number.isInteger(value) ? value : value.toFixed(1)}\n`)
  }
}
