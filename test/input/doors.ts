import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { Client } from '../../packages/omniport/src/client/client.js'
import { connect } from '../../packages/omniport/src/client/connect.js'
import type { ConnectOptions } from '../../packages/omniport/src/client/connect-options.js'
import { type Revision, revisions } from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { ServeTarget } from '../../packages/omniport/src/transport/environment.js'
import type { HttpOptions } from '../../packages/omniport/src/transport/http/http-options.js'
import { serveHttp } from '../../packages/omniport/src/transport/node/serve-http.js'
import { serveStdio } from '../../packages/omniport/src/transport/stdio/serve/serve-stdio.js'

/** One way to reach a server, and the revisions that can be asked something there. */
export interface Door {
  readonly name: string
  readonly revisions: readonly Revision[]
  readonly open: (target: ServeTarget) => Promise<OpenDoor>
}

/** A server that is being served. Whoever opened it closes the clients first. */
export interface OpenDoor {
  connect(options: ConnectOptions): Promise<Client>
  close(): Promise<void>
}

const streamable = revisions.filter((revision) => revision !== '2024-11-05')

/** Every way there is. */
export const doors: readonly Door[] = [
  { name: 'memory', revisions, open: (target) => openMemory(target, false) },
  { name: 'memory, as text', revisions, open: (target) => openMemory(target, true) },
  { name: 'stdio', revisions, open: openStdio },
  { name: 'HTTP', revisions: streamable, open: (target) => openHttp(target, '/mcp') },
  {
    name: 'HTTP that answers in JSON',
    revisions: streamable,
    open: (target) => openHttp(target, '/mcp', { answers: 'json' }),
  },
  {
    name: 'HTTP without sessions',
    revisions: streamable.filter((revision) => revision !== '2026-07-28'),
    open: (target) => openHttp(target, '/mcp', { sessions: false }),
  },
  { name: 'HTTP+SSE', revisions: ['2024-11-05', '2025-11-25'], open: (target) => openHttp(target, '/sse') },
]

async function openMemory(target: ServeTarget, wire: boolean): Promise<OpenDoor> {
  return { connect: (options) => connect(target, { ...options, wire }), close: async () => {} }
}

async function openHttp(target: ServeTarget, path: string, options: HttpOptions = {}): Promise<OpenDoor> {
  const { url, close } = await serveHttp(target, { port: 0, ...options })
  return { connect: (given) => connect(url.replace('/mcp', path), given), close: () => close() }
}

/** A pair of pipes for each client, with the text of a process on them. */
async function openStdio(target: ServeTarget): Promise<OpenDoor> {
  const closings: (() => Promise<void>)[] = []
  return {
    async connect(options) {
      const input = new PassThrough()
      const output = new PassThrough()
      const served = await serveStdio(target, { input, output })
      closings.push(() => served.close())
      const lines = createInterface({ input: output })[Symbol.asyncIterator]()
      const readable = new ReadableStream<unknown>({
        async pull(controller) {
          const line = await lines.next()
          if (line.done === true) controller.close()
          else controller.enqueue(JSON.parse(line.value))
        },
      })
      const writable = new WritableStream<unknown>({
        write: (message) => void input.write(`${JSON.stringify(message)}\n`),
        close: () => void input.end(),
      })
      return connect({ readable, writable }, options)
    },
    close: async () => {
      for (const close of closings) await close()
    },
  }
}
