import type { Logger } from '../../packages/omniport/src/async/runtime/logger.js'
import type { Exchange } from '../../packages/omniport/src/protocol/exchange/exchange.js'
import { createLimits } from '../../packages/omniport/src/protocol/limits/limits.js'
import { createServer } from '../../packages/omniport/src/server/create-server.js'
import { type AnyResource, resource } from '../../packages/omniport/src/server/resources/resource.js'
import type { Server } from '../../packages/omniport/src/server/server.js'
import type { Stores } from '../../packages/omniport/src/store/stores.js'
import {
  createFetchHandler,
  type FetchHandler,
} from '../../packages/omniport/src/transport/http/create-fetch-handler.js'
import { ServedStdio } from '../../packages/omniport/src/transport/stdio/serve/served-stdio.js'
import type { History } from '../history/history.js'
import { type App, createHandlers, type HandlerHome } from './handlers.js'
import type { SimulatedPipe } from './simulated-pipe.js'
import type { SimulatedRuntime } from './simulated-runtime.js'

/** What a server is made from. */
export interface SimulatedServerOptions {
  /** Unique in the run. */
  readonly name: string
  readonly history: History
  readonly runtime: SimulatedRuntime
  readonly limits: Readonly<Record<string, number>>
  readonly stores: Stores | undefined
  readonly answers: 'auto' | 'sse' | 'json'
  readonly sessions: boolean
  readonly logger: Logger
}

/** One server, as it is served over HTTP and over any number of pipes. Whoever made it closes it. */
export class SimulatedServer {
  readonly name: string
  readonly handler: FetchHandler
  readonly #options: SimulatedServerOptions
  readonly #server: Server
  readonly #home: HandlerHome
  readonly #pipes = new Set<ServedStdio>()
  #closing: Promise<void> | undefined
  #extra = 0

  constructor(options: SimulatedServerOptions) {
    const { name, history, runtime, limits, stores, answers, sessions, logger } = options
    this.name = name
    this.#options = options
    const { pipeInFlight: pipe, inFlight: http } = createLimits(limits)
    const mostAtOnce = { pipe, http }
    this.#home = { name, history, runtime, running: new Map(), tells: answers !== 'json', mostAtOnce }
    this.#server = createServer({
      name: 'simulated',
      version: '1',
      runtime,
      limits,
      stores,
      logger,
      secrets: [secret],
      context: ({ session, revision }: Exchange) => ({ session: session?.id, revision }),
      tools: createHandlers(this.#home),
      resources: { note },
    }) as Server
    this.handler = createFetchHandler(this.#server, { answers, sessions, auth: authenticate })
  }

  /** How many handlers run. */
  get running(): number {
    return this.#home.running.size
  }

  /** Serves a client at the other end of two pipes. Resolves when that is over. */
  servePipes(input: SimulatedPipe, output: SimulatedPipe): Promise<void> {
    const served = new ServedStdio(this.#server, { input: input.readable, output: output.writable, exit: false })
    this.#pipes.add(served)
    return served.closed.then(() => {
      this.#pipes.delete(served)
      output.writable.end()
      input.readable.destroy()
    })
  }

  /** There is one tool more, or one less. */
  changeTools(): void {
    const name = `extra-${this.#extra}`
    if (this.#server.tools.delete(name)) return
    this.#extra += 1
    this.#server.tools.set(`extra-${this.#extra}`, { run: () => 'extra' })
  }

  /** The contents of a resource changed. */
  touch(uri: string): void {
    this.#server.resources.updated(uri)
  }

  /** First what serves it, then itself. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    const { history } = this.#options
    history.record({ kind: 'close-begun', owner: this.name })
    await Promise.all([this.handler.close(), ...[...this.#pipes].map((served) => served.close())])
    await this.#server.close()
    history.record({ kind: 'close-settled', owner: this.name })
  }
}

const note: AnyResource<App> = resource({ uri: 'note:{name}', read: ({ name }) => `of ${name}` })

const secret = 'thirty-two bytes that nobody else could know'

function authenticate({ headers }: { readonly headers: Headers }) {
  const id = headers.get('authorization')?.replace('Bearer ', '')
  return id === undefined ? ({ denied: 'missing' } as const) : { id, scopes: [], claims: {} }
}
