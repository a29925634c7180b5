// The server of `omniport-http.mjs` with its stores on Redis: one that it starts, or one that it shares with other nodes.
import process from 'node:process'
import { createRedisStores, fromIoredis } from '@omniport/redis'
import { Redis } from 'ioredis'
import { resource } from 'omniport'
import { startRedis } from './redis-server.mjs'
import { serveOmniport } from './serve-omniport.mjs'
import { readSettings } from './settings.mjs'

const { redis = await startRedis() } = readSettings()
const client = new Redis({ host: '127.0.0.1', port: redis })
const connection = fromIoredis(client)
let commands = 0
let failures = 0
const count = (...details) => {
  failures += 1
  if (failures <= 3) console.error(...details)
}
const counted = {
  ...connection,
  command(args) {
    commands += 1
    return connection.command(args)
  },
}
const logger = { warn: count, error: count }
const stores = await createRedisStores(counted, { logger })
process.on('message', (question) => {
  if (question === 'stores') process.send({ of: 'stores', value: { commands, failures } })
})
const server = await serveOmniport({
  stores,
  logger,
  secrets: ['the same on all nodes: 32 bytes or more'],
  resources: { page: resource({ uri: 'bench:page', read: () => 'text' }) },
})
// A change of the resources is announced to all nodes; each has tools of its own.
process.on('message', (message) => {
  if (message === 'announce') server.resources.listChanged()
})
