import type { IncomingMessage, ServerResponse } from 'node:http'
import { consoleLogger, type Logger } from '../../async/runtime/logger.js'
import { defaultRuntime, type Runtime } from '../../async/runtime/runtime.js'
import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import { createLimits } from '../../protocol/limits/limits.js'
import type { HttpOptions } from '../../transport/http/http-options.js'
import { assertReachable, openHttpListener } from '../../transport/node/http-listener.js'
import { isObject } from '../../values/json/is-object.js'
import { assertKnown, mustBe } from '../../values/options/check-options.js'
import { truncate } from '../../values/text/truncate.js'
import type { SignIn } from '../credentials/create-sign-in.js'
import { type EndpointOptions, EndpointTable } from './endpoint-table.js'
import { Health, healthPaths } from './health.js'

/** Endpoints by name. */
export type Endpoints = Readonly<Record<string, EndpointOptions>>

/** Options of `serveEndpoints`. Those of HTTP are for every endpoint that does not say otherwise. */
export interface ServeEndpointsOptions
  extends Pick<HttpOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'sessions' | 'answers'> {
  /** 0 chooses a free port. Default: 3000. */
  readonly port?: number | undefined
  /** A name that other machines can reach needs `auth`, here or for every endpoint. Default: `127.0.0.1`. */
  readonly hostname?: string | undefined
  /**
   * Allows endpoints without `auth` that other machines can reach. The risk: everyone who can connect can use every tool, with
   * the credentials of the gateway. Default: they are refused.
   */
  readonly unauthenticated?: true | undefined
  /** Serves the page of its `redirectUrl`, by the path of that. Whoever has the link may open it. Default: there is none. */
  readonly signIn?: SignIn | undefined
  /** Of the connections. Those of requests are the limits of each endpoint. */
  readonly limits?: LimitOptions | undefined
  readonly logger?: Logger | undefined
  /** Replaces the clock. */
  readonly runtime?: Runtime | undefined
}

/** Endpoints that are being served. The code that starts it closes it, before the servers of its endpoints. */
export interface ServedEndpoints {
  /** The URL of each endpoint, by its name. */
  readonly urls: Readonly<Record<string, string>>
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string
  /**
   * Serves these endpoints from now on. One with the same server and options keeps its sessions. The sessions of the others end,
   * and their requests may finish for `limits.drainMs`; the caller closes their servers.
   *
   * @throws TypeError naming an endpoint that cannot be served; then all is as before.
   */
  replace(endpoints: Endpoints): void
  /** Resolves when it is closed. */
  readonly closed: Promise<void>
  /**
   * Stops listening, ends sessions and streams; requests in flight may finish for `limits.drainMs`, and connections stay open for
   * `limits.lingerMs`. Settles last.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves several gateways or servers over HTTP on one port, each at `/mcp/<name>`, and HTTP+SSE below that. Beside them there
 * are `/healthz` (200 while the process runs), `/readyz` (200, or 503 while it closes and while none of the upstreams of an
 * endpoint can be reached) and `/status` (a `GatewayStatus`). `/status` is for callers that `auth` authenticates; without
 * `auth` it is for programs of this machine.
 *
 * Resolves once it listens. Rejects with `TypeError` for an option that cannot be used, and with `OmniportError`
 * `unreachable` if it cannot listen there.
 */
export async function serveEndpoints(
  endpoints: Endpoints,
  options: ServeEndpointsOptions = {},
): Promise<ServedEndpoints> {
  assertKnown('serveEndpoints', Object.keys(options), optionNames)
  const { port = 3000, hostname = '127.0.0.1', unauthenticated, signIn, limits: given, ...rest } = options
  const { logger = consoleLogger, runtime = defaultRuntime, ...defaults } = rest
  const limits = createLimits(given)
  const table = new EndpointTable(defaults)
  const replace = (wanted: Endpoints) => {
    if (!isObject(wanted)) throw mustBe('serveEndpoints: endpoints', 'an object with endpoints by name', wanted)
    const isGuarded = Object.values(wanted).every(({ auth }) => (auth ?? defaults.auth) !== undefined)
    assertReachable(hostname, { isGuarded, unauthenticated })
    table.replace(wanted)
  }
  replace(endpoints)
  const signInPath = signIn && new URL(signIn.redirectUrl).pathname
  let isClosing = false
  const health = new Health({
    ...{ limits, logger, runtime, auth: defaults.auth },
    endpoints: () => table.all,
    isClosing: () => isClosing,
  })
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request)
    if (signIn !== undefined && path === signInPath) return void serveSignIn(signIn, { request, response, logger })
    if (healthPaths.has(path)) return void health.handle(path, request, response)
    const handler = table.handlerAt(path)
    if (handler === undefined) refuseUnknownPath(path, response)
    else handler(request, response)
  }
  const end = () => table.close()
  const listener = await openHttpListener({ port, hostname, limits, runtime, handle, end }).catch(async (reason) => {
    await end()
    throw reason
  })
  const close = () => {
    isClosing = true
    return listener.close()
  }
  return {
    get urls() {
      return Object.fromEntries(table.all.map(({ name, path }) => [name, `${listener.origin}${path}`]))
    },
    origin: listener.origin,
    replace,
    closed: listener.closed,
    close,
    [Symbol.asyncDispose]: close,
  }
}

const optionNames: readonly (keyof ServeEndpointsOptions)[] = [
  ...(['port', 'hostname', 'unauthenticated', 'signIn', 'auth', 'allowedHosts', 'allowedOrigins'] as const),
  ...(['sessions', 'answers', 'limits', 'logger', 'runtime'] as const),
]

function pathOf({ url = '/' }: IncomingMessage): string {
  const mark = url.indexOf('?')
  return mark === -1 ? url : url.slice(0, mark)
}

/** The names of endpoints are for those who know them. */
function refuseUnknownPath(path: string, response: ServerResponse): void {
  const message = `${truncate(path)}: no MCP endpoint here; endpoints are at /mcp/<name>`
  response.writeHead(404, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32600, message } }))
}

/** Answers a request to the page that people are sent back to when they have signed in. Never rejects. */
async function serveSignIn(
  signIn: SignIn,
  {
    request,
    response,
    logger,
  }: {
    readonly request: IncomingMessage
    readonly response: ServerResponse
    readonly logger: Logger
  },
): Promise<void> {
  request.resume()
  try {
    const { method = 'GET', url = '/' } = request
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
    const isPlain = method === 'GET' || method === 'HEAD'
    const answer = await signIn.callback(
      new Request(new URL(url, signIn.redirectUrl), { method: isPlain ? method : 'POST', headers }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  } catch (error) {
    logger.error('The page of a sign-in failed', { error })
    response.writeHead(500).end()
  }
}
