import { defaultRuntime } from '../../async/runtime/runtime.js'
import { createLimits, defaultLimits } from '../../protocol/limits/limits.js'
import { assertKnown } from '../../values/options/check-options.js'
import { assertServeTarget } from '../assert-serve-target.js'
import type { ServeTarget } from '../environment.js'
import type { HttpOptions } from '../http/http-options.js'
import { foreignHttpNames, httpOptionNames } from '../http/http-settings.js'
import { createNodeHandler } from './create-node-handler.js'
import { assertReachable, openHttpListener } from './http-listener.js'

/** Options for listening, and for serving over HTTP. */
export interface ServeHttpOptions extends HttpOptions {
  /** 0 chooses a free port. Default: 3000. */
  readonly port?: number | undefined
  /** A name that other machines can reach needs `auth`. Default: `127.0.0.1`. */
  readonly hostname?: string | undefined
  /**
   * Allows a server without `auth` that other machines can reach. The risk: everyone who can connect can use every tool. Only
   * for networks where that is intended. Default: such a server is refused.
   */
  readonly unauthenticated?: true | undefined
}

/** A server that is being served over HTTP. The code that starts it closes it. */
export interface ServedHttp {
  /** The URL of the endpoint of Streamable HTTP. */
  readonly url: string
  /** Resolves when the server is closed. */
  readonly closed: Promise<void>
  /**
   * Stops listening, ends sessions and streams; requests in flight may finish for `limits.drainMs`, and connections stay open for
   * `limits.lingerMs`. Settles last.
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server over HTTP in every revision: Streamable HTTP, with and without sessions, and HTTP+SSE.
 *
 * Resolves once it listens. Rejects with `TypeError` for an option that cannot be used, and with `OmniportError`
 * `unreachable` if it cannot listen there.
 */
export async function serveHttp(server: ServeTarget, options: ServeHttpOptions = {}): Promise<ServedHttp> {
  const { port = 3000, hostname = '127.0.0.1', unauthenticated, sseEndpoints = true, ...rest } = options
  assertKnown(kind, Object.keys(options), ['port', 'hostname', 'unauthenticated', ...httpOptionNames])
  assertServeTarget('serveHttp', server)
  assertReachable(hostname, { isGuarded: rest.auth !== undefined, unauthenticated })
  const handler = createNodeHandler(server, { ...rest, sseEndpoints })
  const { limits: base = defaultLimits, runtime = defaultRuntime } = server.environment ?? {}
  const limits = rest.limits === undefined ? base : createLimits(rest.limits, base)
  const end = () => handler.close()
  const { origin, closed, close } = await openHttpListener({ port, hostname, limits, runtime, handle: handler, end })
  const [path = '/'] = handler.paths
  return { url: `${origin}${path}`, closed, close, [Symbol.asyncDispose]: close }
}

const kind = { name: 'serveHttp', foreignNames: { ...foreignHttpNames, host: 'use "hostname"' } }
