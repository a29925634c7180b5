import process from 'node:process'
import { tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { defineOmniport } from './define-omniport.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const many = 20_000

/**
 * Serves this library over HTTP, as the command line says, prints its port as a line, and resolves with the server. `options` are
 * those of `defineOmniport`.
 */
export async function serveOmniport(options = {}) {
  const settings = readSettings()
  const server = defineOmniport(settings.tools, { limits: { subscriptions: many }, ...options })
  const { url } = await serveHttp(server, {
    port: 0,
    answers: settings.answers,
    limits: {
      bodyBytes: largeBytes,
      connections: many,
      streams: many,
      sessions: many,
      keepAliveMs: 300_000,
    },
  })
  process.stdout.write(`${new URL(url).port}\n`)

  process.on('message', (message) => {
    if (message !== 'change') return
    if (!server.tools.delete('changing')) server.tools.set('changing', tool({ run: () => '' }))
  })
  return server
}
