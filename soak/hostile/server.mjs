// The server that hostile loads are sent to: everything as it is by default, but for limits that its argument has, and limits per minute, since loads come as fast as they can. Says on its IPC channel where it serves, and, when
// asked, what it uses and what runs.
import process from 'node:process'
import { getHeapCodeStatistics } from 'node:v8'
import { createServer, tool } from 'omniport'
import { serveHttp } from 'omniport/node'

const limits = {
  callsPerMinute: Number.POSITIVE_INFINITY,
  logsPerMinute: Number.POSITIVE_INFINITY,
  allowUnbounded: ['callsPerMinute', 'logsPerMinute'],
  ...JSON.parse(process.argv[2] ?? '{}'),
}
const number = { type: 'number' }
let calls = 0
let handlers = 0
let mostHandlers = 0

/** Counts the handlers that run. */
const counted =
  (run) =>
  async (...given) => {
    calls += 1
    handlers += 1
    mostHandlers = Math.max(mostHandlers, handlers)
    try {
      return await run(...given)
    } finally {
      handlers -= 1
    }
  }

const tools = {
  nothing: tool({
    run: () => {
      calls += 1
      return ''
    },
  }),
  echo: tool({ input: { type: 'object', properties: {} }, run: (args) => JSON.stringify(args) }),
  /** A task that ends when it is given up. */
  work: tool({
    task: 'required',
    run: (_args, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(''))),
  }),
  /** Waits until it is cancelled. */
  wait: tool({
    run: counted((_args, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('')))),
  }),
  /** Logs `count` texts of `size` characters, one in each turn of the event loop. */
  log: tool({
    input: { type: 'object', properties: { count: number, size: number } },
    run: counted(async ({ count, size }, { log, signal }) => {
      const text = 'x'.repeat(size)
      for (let logged = 0; logged < count && !signal.aborted; logged += 1) {
        log.info(text)
        await new Promise((resolve) => setImmediate(resolve))
      }
      return ''
    }),
  }),
}

/** In bytes, after a collection, without what the engine compiled. */
function memory() {
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics()
  return { heap: heapUsed + external - code - bytecode, rss }
}

function running() {
  const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
  const { heapUsed, external } = process.memoryUsage()
  return { calls, handlers, mostHandlers, sockets, used: heapUsed + external }
}

const served = await serveHttp(createServer({ name: 'attacked', version: '1.0.0', limits, tools }), { port: 0 })
process.on('message', (question) => {
  if (question === 'running') process.send(running())
  else if (question === 'memory') process.send(memory())
})
process.send({ url: served.url })
