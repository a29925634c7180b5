import { attempt } from '../async/maybe-promise.js'
import { randomId } from '../async/runtime/random-id.js'
import type { Change } from '../client/subscriptions/listening.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { toServe } from '../jsonrpc/serving/direct-serve.js'
import { compose, isRequestMessage } from '../jsonrpc/serving/serve.js'
import type { Parking } from '../parking/create-parking.js'
import { codecOf } from '../protocol/codec/codec-of.js'
import { announceServed } from '../protocol/diagnostics/announce.js'
import type { DirectServe, Exchange, Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Session } from '../protocol/exchange/session.js'
import type { Revision } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import type { Subscription } from '../server/notifications/subscription.js'
import type { RateLimits } from '../server/requests/rate-limits.js'
import type { Environment } from '../transport/environment.js'
import type { SessionRegistry } from './changes/session-registry.js'
import type { GatewaySelection, SelectedGateway, UpstreamStatus } from './gateway.js'
import type { GatewayOptions } from './gateway-options.js'
import type { GatewayServices } from './gateway-services.js'
import { GatewayLists } from './lists/gateway-lists.js'
import { takeRawResults } from './policy/raw-results.js'
import { GatewayRouter } from './routing/gateway-router.js'
import { Routes } from './routing/routes.js'
import { offerSearch } from './search/offer-search.js'
import type { GatewayTasks } from './tasks/gateway-tasks.js'
import type { Upstream } from './upstreams/upstream.js'
import type { UpstreamSet } from './upstreams/upstream-set.js'

/** The parts of a gateway that all its selections share. */
export interface SharedParts {
  readonly services: GatewayServices
  readonly environment: Environment
  readonly upstreams: UpstreamSet
  readonly parking: Parking
  readonly tasks: GatewayTasks
  readonly sessions: SessionRegistry
  readonly rates: RateLimits
  readonly revisions: readonly Revision[]
  readonly pageSize: number | undefined
  readonly isClosing: () => boolean
}

export interface SelectionOptions extends Omit<GatewaySelection, 'upstreams'> {
  /** Default: all that the gateway has. */
  readonly upstreams?: readonly string[] | undefined
  readonly instructions?: GatewayOptions['instructions']
}

/** Some of the upstreams of a gateway, with a policy of their own, as one server. Their connections are those of the gateway. */
export class SelectedUpstreams implements SelectedGateway {
  readonly environment: Environment
  readonly serve: Serve
  readonly #parts: SharedParts
  readonly #names: ReadonlySet<string> | undefined
  readonly #lists: GatewayLists
  readonly #router: GatewayRouter
  readonly #subscriptions = new Set<Subscription>()
  readonly #sessions = new WeakSet<Session>()
  #routes: { readonly routes: Routes; readonly of: readonly Upstream[] } | undefined
  #middleware: readonly Middleware[]
  #wrapped: DirectServe
  #acceptsRaw = false

  constructor(parts: SharedParts, { upstreams, use = [], discovery, instructions }: SelectionOptions) {
    const { services, environment, pageSize } = parts
    this.environment = environment
    this.#parts = parts
    this.#names = upstreams && new Set(upstreams)
    this.#lists = new GatewayLists({ services, pageSize, upstreams: () => this.#usable })
    this.#router = new GatewayRouter({
      ...parts,
      lists: this.#lists,
      instructions,
      subscriptions: this.#subscriptions,
      upstreams: () => this.#usable,
      routes: () => this.routes,
    })
    const search = discovery === 'search' ? [offerSearch({ serverInfo: services.info })] : []
    this.#middleware = [...search, ...use]
    this.#wrapped = this.#wrap()
    const serve: DirectServe = (message, exchange) =>
      attempt(
        () => this.#serveOpen(message, exchange),
        (reason) => this.#toErrorResponse(reason, message, exchange),
      )
    this.serve = toServe(announceServed(serve))
  }

  /** True if its middleware takes results as bytes. */
  get acceptsRaw(): boolean {
    return this.#acceptsRaw
  }

  get routes(): Routes {
    const { usable } = this.#parts.upstreams
    if (this.#routes?.of !== usable) this.#routes = { routes: new Routes(this.#usable, this.#lists), of: usable }
    return this.#routes.routes
  }

  use(...middleware: readonly Middleware[]): void {
    this.#middleware = [...this.#middleware, ...middleware]
    this.#wrapped = this.#wrap()
  }

  status(): readonly UpstreamStatus[] {
    return this.#parts.upstreams.status().filter(({ name }) => this.#has(name))
  }

  /** Tells its clients that the lists of some upstreams are others. */
  publishLists(upstreams: readonly string[]): void {
    if (!upstreams.some((name) => this.#has(name))) return
    for (const type of ['tools', 'prompts', 'resources'] as const) {
      const change: Change = { type }
      this.#parts.sessions.publish(change, (session) => this.#sessions.has(session))
      for (const subscription of this.#subscriptions) subscription.deliver(change)
    }
  }

  endSubscriptions(): void {
    for (const subscription of [...this.#subscriptions]) subscription.end()
  }

  get #usable(): readonly Upstream[] {
    const { usable } = this.#parts.upstreams
    return this.#names === undefined ? usable : usable.filter(({ name }) => this.#has(name))
  }

  #has(name: string): boolean {
    return this.#names === undefined || this.#names.has(name)
  }

  #serveOpen(message: RpcRequest | RpcNotification, exchange: Exchange): ReturnType<DirectServe> {
    if (this.#parts.isClosing() && isRequestMessage(message)) throw RpcError.internal('The gateway is closed')
    if (exchange.session !== undefined) this.#sessions.add(exchange.session)
    return this.#wrapped(message, exchange)
  }

  #wrap(): DirectServe {
    this.#acceptsRaw = takeRawResults(this.#middleware)
    if (this.#middleware.length === 0) return this.#router.serve
    const inner = toServe<Exchange>((message, exchange) =>
      attempt(
        () => this.#router.serve(message, exchange),
        (reason) => this.#toErrorResponse(reason, message, exchange),
      ),
    )
    return compose(this.#middleware, inner)
  }

  /** Converts an error to a response in the shape of the revision. @throws the error of a notification. */
  #toErrorResponse(reason: unknown, message: RpcRequest | RpcNotification, exchange: Exchange): RpcResponse {
    if (!isRequestMessage(message)) throw reason
    const { revision } = exchange
    const error = RpcError.is(reason) ? reason : this.#toReported(reason, message, exchange)
    return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
  }

  #toReported(error: unknown, { method }: RpcRequest, { signal }: Exchange): RpcError {
    const { logger, runtime } = this.#parts.services
    const id = randomId(runtime, 4)
    if (!signal.aborted) logger.error(`${method} failed`, { error, id })
    return RpcError.internal(`internal error ${id}`)
  }
}
