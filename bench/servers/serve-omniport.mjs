import process from 'node:process'
import { tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { defineOmniport } from './define-omniport.mjs'
import { largeBytes, readSettings } from './settings.mjs'

const many = 20_000

/** Serves over HTTP, as the command line says, and prints the port. `around` runs the tool `add`, and returns what it returns. */
export async function serveOmniport({ around } = {}) {
  const settings = readSettings()
  const server = defineOmniport(settings.tools, { limits: { subscriptions: many }, around })
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
}
