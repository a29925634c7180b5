import process from 'node:process'
import { createGateway } from 'omniport/gateway'
import { serveHttp } from 'omniport/node'
import { startHttpUpstream, stdioUpstream } from './gateway-upstreams.mjs'
import { readSettings } from './settings.mjs'

const { upstream } = readSettings()
const unlimited = { callsPerMinute: Number.POSITIVE_INFINITY, allowUnbounded: ['callsPerMinute'] }
// Clients are anonymous: without `shared`, each modern request would have a connection of its own.
const settings =
  upstream === 'http'
    ? { target: `http://127.0.0.1:${await startHttpUpstream()}/mcp`, isolation: 'shared' }
    : { target: stdioUpstream, revision: '2025-11-25' }
const gateway = createGateway({ upstreams: { bench: { prefix: '', ...settings } }, limits: unlimited })
const { url } = await serveHttp(gateway, { port: 0, answers: 'json', limits: { keepAliveMs: 300_000 } })
process.stdout.write(`${new URL(url).port}\n`)
