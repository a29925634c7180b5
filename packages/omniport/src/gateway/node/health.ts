import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../../async/runtime/logger.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { AuthFailureLog } from '../../transport/http/auth/auth-failure-log.js'
import type { Authenticate } from '../../transport/http/auth/authenticate.js'
import { authenticateRequest } from '../../transport/http/auth/authenticate-request.js'
import { networkOf } from '../../transport/http/guards/network-of.js'
import { HttpError } from '../../transport/http/requests/http-error.js'
import { toRefusal } from '../../transport/http/requests/refusal.js'
import { NodeHttpAdapter } from '../../transport/node/node-http-adapter.js'
import { isLoopbackAuthority } from '../../uri/loopback-hosts.js'
import type { Endpoint } from './endpoint-table.js'
import type { GatewayStatus } from './gateway-status.js'

/** The paths beside those of the endpoints. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/status'])

export interface HealthOptions {
  readonly endpoints: () => readonly Endpoint[]
  readonly isClosing: () => boolean
  /** Of those who may see `/status`. Without it, programs of this machine may. */
  readonly auth: Authenticate | undefined
  readonly limits: Limits
  readonly runtime: Runtime
  readonly logger: Logger
}

/** Replies to `/healthz`, `/readyz` and `/status`. */
export class Health {
  readonly #options: HealthOptions
  readonly #failures: AuthFailureLog
  readonly #startedAt: number

  constructor(options: HealthOptions) {
    this.#options = options
    this.#failures = new AuthFailureLog(options.runtime, options.logger)
    this.#startedAt = options.runtime.now()
  }

  /** Never throws. `path` is one of `healthPaths`. */
  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { runtime, limits, logger } = this.#options
    const adapter = new NodeHttpAdapter(request, response, { runtime, limits, paths: [], endpoints: new Set() })
    request.resume()
    try {
      if (adapter.method !== 'GET' && adapter.method !== 'HEAD') throw notAllowed()
      if (path === '/status') await this.#assertMaySee(adapter, request)
      const status = this.#status()
      const isGood = path !== '/readyz' || status === 'ready'
      const document = path === '/status' ? this.#document() : { status: path === '/healthz' ? 'ok' : status }
      adapter.send(isGood ? 200 : 503, headers, `${JSON.stringify(document)}\n`)
    } catch (reason) {
      const { status, headers: more, body, problem } = toRefusal(reason, undefined)
      if (problem !== undefined) logger.error(`${path} failed`, { error: problem })
      adapter.send(status, { ...headers, ...more }, body)
    }
  }

  async #assertMaySee(adapter: NodeHttpAdapter, request: IncomingMessage): Promise<void> {
    const { auth } = this.#options
    if (auth !== undefined) await authenticateRequest(adapter, { auth, failures: this.#failures })
    else if (!isFromThisMachine(request)) throw forbidden()
  }

  #status(): GatewayStatus['status'] {
    if (this.#options.isClosing()) return 'closing'
    return this.#options.endpoints().some(isFailing) ? 'failing' : 'ready'
  }

  #document(): GatewayStatus {
    const { endpoints, runtime } = this.#options
    return {
      status: this.#status(),
      uptimeMs: runtime.now() - this.#startedAt,
      endpoints: Object.fromEntries(
        endpoints().map(({ name, path, server }) => [name, { path, upstreams: server.status?.() ?? [] }]),
      ),
    }
  }
}

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/** Nothing that it offers can be reached. */
function isFailing({ server }: Endpoint): boolean {
  const upstreams = (server.status?.() ?? []).filter(({ state }) => state !== 'disabled')
  return upstreams.length > 0 && upstreams.every(({ state }) => state === 'failed')
}

/** A proxy on this machine passes on requests of others. Web pages have another `Host`, even after DNS rebinding. */
function isFromThisMachine({ socket, headers: sent }: IncomingMessage): boolean {
  const address = networkOf(socket.remoteAddress)
  const isLocal = address.startsWith('127.') || socket.remoteAddress === '::1'
  const isForwarded = sent['x-forwarded-for'] !== undefined || sent['forwarded'] !== undefined
  return isLocal && !isForwarded && sent.origin === undefined && isLoopbackAuthority(sent.host ?? '')
}

function notAllowed(): HttpError {
  return new HttpError(405, RpcError.invalidRequest('Only GET is served here'), { allow: 'GET, HEAD' })
}

function forbidden(): HttpError {
  const message = '/status is for programs of this machine; give serveEndpoints an auth to show it to others'
  return new HttpError(403, RpcError.invalidRequest(message))
}
