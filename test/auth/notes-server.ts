import type { RequestListener } from 'node:http'
import express from 'express'
import { type Context, createServer, type Principal, type Server, tool } from 'omniport'
import type { Authenticate, AuthRequest, Denied } from 'omniport/http'
import { createNodeHandler, type NodeHandler } from 'omniport/node'
import { listen } from '../interop/http/servers/listen.js'

/** What the notes can be allowed. */
export const scopes = ['notes:read', 'notes:write'] as const

/** The notes, served to those who have a token. Whoever starts them closes them. */
export interface NotesServer {
  readonly url: string
  /** Who called, in order, as its handlers knew them. */
  readonly callers: readonly Principal[]
  /** How many requests had no token, or one that was refused. */
  readonly refusals: () => number
  /**
   * Takes every token that it has seen for expired from now on. `together`: tells nobody before that many requests came with
   * one.
   */
  expireTokens(together?: number): void
  /** What stood in `Authorization` of the last request that was served. */
  readonly lastCredentials: () => string
  /** Changes which tools there are. */
  change(): void
  /** Goes on with another authentication, as after a restart. */
  restart(createAuth: (url: string) => Authenticate): Promise<void>
  close(): Promise<void>
}

/**
 * Starts them at a free port. `createAuth` gets the URL, which is what tokens must be for. `prefix`: where an app of Express
 * mounts them. Default: there is no app.
 */
export async function startNotesServer(
  createAuth: (url: string) => Authenticate,
  prefix?: string,
): Promise<NotesServer> {
  const callers: Principal[] = []
  let listener: RequestListener = (request, response) => handler(request, response)
  const { origin, close } = await listen((request, response) => listener(request, response))
  const url = `${origin}${prefix ?? ''}/mcp`
  const server = createNotes((caller) => callers.push(caller))
  let gate = new Gate(createAuth(url))
  let handler = createNodeHandler(server, { auth: gate.auth, sseEndpoints: true })
  if (prefix !== undefined) listener = mount(prefix, handler)
  return {
    url,
    callers,
    refusals: () => gate.refusals,
    expireTokens: (together) => gate.expireTokens(together),
    lastCredentials: () => gate.lastCredentials,
    change() {
      if (!server.tools.delete('extra')) server.tools.set('extra', tool({ run: () => 'done' }))
    },
    async restart(createOther) {
      await handler.close()
      gate = new Gate(createOther(url))
      handler = createNodeHandler(server, { auth: gate.auth, sseEndpoints: true })
    },
    close: async () => {
      await handler.close()
      await close()
    },
  }
}

/** As the documentation says: the endpoint under the prefix, and the metadata at the root. */
function mount(prefix: string, handler: NodeHandler): RequestListener {
  const app = express()
  app.use(prefix, handler)
  app.all(
    handler.paths.filter((path) => path.startsWith('/.well-known/')),
    handler,
  )
  return app
}

function createNotes(onCall: (caller: Principal) => void): Server {
  const report =
    (text: string) =>
    (_args: unknown, { principal }: Context) => {
      if (principal !== undefined) onCall(principal)
      return `${principal?.id} ${text}`
    }
  return createServer({
    name: 'notes',
    version: '1',
    tools: {
      whoami: tool({ run: report('is here') }),
      read: tool({ scopes: ['notes:read'], run: report('reads') }),
      write: tool({ scopes: ['notes:write'], run: report('writes') }),
    },
  })
}

/** What stands before the authentication of a server, and can take tokens for expired. */
class Gate {
  readonly auth: Authenticate
  refusals = 0
  lastCredentials = ''
  readonly #seen = new Set<string>()
  readonly #expired = new Set<string>()
  /** How many are still to come before those who wait are told. */
  #missing = 0
  readonly #waiting: (() => void)[] = []

  constructor(inner: Authenticate) {
    this.auth = Object.assign((request: AuthRequest) => this.#authenticate(inner, request), { ...inner })
  }

  expireTokens(together = 0): void {
    for (const token of this.#seen) this.#expired.add(token)
    this.#missing = together
  }

  async #authenticate(inner: Authenticate, request: AuthRequest): Promise<Principal | Denied> {
    const token = request.headers.get('authorization')
    if (token !== null && this.#expired.has(token)) {
      this.refusals += 1
      await this.#comeTogether()
      return { denied: 'expired' }
    }
    const outcome = await inner(request)
    if ('denied' in outcome) this.refusals += 1
    else if (token !== null) {
      this.lastCredentials = token
      this.#seen.add(token)
    }
    return outcome
  }

  #comeTogether(): Promise<void> | undefined {
    this.#missing -= 1
    if (this.#missing > 0) return new Promise((resolve) => this.#waiting.push(resolve))
    for (const resolve of this.#waiting.splice(0)) resolve()
    return undefined
  }
}
