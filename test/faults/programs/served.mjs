// Serves tools that go wrong, over stdio or HTTP. Arguments: the route, and as JSON the options of the server and of HTTP. Says on
// stdout where it serves HTTP, and on stderr what its tools do.
import process from 'node:process'
import { setImmediate as turn } from 'node:timers/promises'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'
import { serveStdio } from 'omniport/stdio'

const [, , route, given = '{}'] = process.argv
const { http = {}, ...options } = JSON.parse(given)
const report = (text) => process.stderr.write(`${text}\n`)
const number = { type: 'number' }

const tools = {
  echo: tool({ input: { type: 'object', properties: { text: { type: 'string' } } }, run: ({ text }) => String(text) }),
  /** Reports progress where that is wanted, and waits until it is cancelled. */
  wait: tool({
    run: (_args, ctx) => {
      ctx.progress(1)
      report('started')
      return new Promise((resolve) => {
        ctx.signal.addEventListener('abort', () => {
          report('aborted')
          resolve('aborted')
        })
      })
    },
  }),
  /** Logs `count` texts of `size` characters. */
  shout: tool({
    input: { type: 'object', properties: { count: number, size: number } },
    run: async ({ count, size }, { log, signal }) => {
      const text = 'x'.repeat(Number(size))
      log.info('shouting')
      report('shouting')
      let reported = 0
      for (; reported < Number(count) && !signal.aborted; reported += 1) {
        log.info(text)
        if (reported % 16 === 15) await turn()
      }
      report(`shouted ${reported}`)
      return `shouted ${reported}`
    },
  }),
  big: tool({
    input: { type: 'object', properties: { size: number } },
    run: ({ size }) => 'x'.repeat(Number(size)),
  }),
  deep: tool({
    input: { type: 'object', properties: { levels: number } },
    run: ({ levels }) => {
      let value = {}
      for (let level = 0; level < Number(levels); level += 1) value = { a: value }
      return value
    },
  }),
  /** Stops the event loop. */
  block: tool({
    input: { type: 'object', properties: { ms: number } },
    run: ({ ms }) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms))
      return 'blocked'
    },
  }),
  /** In bytes, after a collection where that can be asked for. */
  memory: tool({
    run: () => {
      globalThis.gc?.()
      const { heapUsed, external, rss } = process.memoryUsage()
      return { used: heapUsed + external, rss }
    },
  }),
  /** What is open, and how many connections there were at most at once. */
  resources: tool({ run: () => ({ open: process.getActiveResourcesInfo(), most: mostSockets }) }),
}

let mostSockets = 0
setInterval(() => {
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  mostSockets = Math.max(mostSockets, sockets)
}, 5).unref()

const quiet = { error: (message) => report(`error: ${message}`), warn: () => {} }
const server = createServer({ name: 'faults', version: '1.0.0', logger: quiet, tools, ...options })
if (route === 'stdio') await serveStdio(server)
else process.stdout.write(`${(await serveHttp(server, { port: 0, ...http })).url}\n`)
