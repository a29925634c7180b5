import { Closable } from '../async/closable.js'
import { attempt } from '../async/maybe-promise.js'
import { consoleLogger } from '../async/runtime/logger.js'
import { randomId } from '../async/runtime/random-id.js'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { library } from '../client/client-services.js'
import type { PinChange } from '../host/pins/pin.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import { toServe } from '../jsonrpc/serving/direct-serve.js'
import { compose, isRequestMessage } from '../jsonrpc/serving/serve.js'
import { createParking, type Parking } from '../parking/create-parking.js'
import { codecOf } from '../protocol/codec/codec-of.js'
import type { DirectServe, Exchange, Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Session } from '../protocol/exchange/session.js'
import { createLimits } from '../protocol/limits/limits.js'
import { createMemoryBudgets } from '../protocol/limits/memory-budgets.js'
import { revisions } from '../protocol/revisions/revision.js'
import { profileOf } from '../protocol/revisions/revision-profile.js'
import { LazySealer } from '../sealing/lazy-sealer.js'
import type { Subscription } from '../server/notifications/subscription.js'
import { RateLimits } from '../server/requests/rate-limits.js'
import type { Environment } from '../transport/environment.js'
import { UpstreamStates } from './calls/upstream-states.js'
import { SessionRegistry } from './changes/session-registry.js'
import { checkUpstreams } from './check-gateway-options.js'
import type { Gateway, UpstreamName, UpstreamStatus } from './gateway.js'
import type { GatewayOptions, Upstreams } from './gateway-options.js'
import { announceParking, createAnnounce, type GatewayServices } from './gateway-services.js'
import { GatewayLists } from './lists/gateway-lists.js'
import { UpstreamPins } from './pins/upstream-pins.js'
import { GatewayRouter } from './routing/gateway-router.js'
import { TaskOwners } from './routing/task-owners.js'
import { offerSearch } from './search/offer-search.js'
import { UpstreamSet } from './upstreams/upstream-set.js'

/** The gateway that `createGateway` returns. Its options are checked already. */
export class RunningGateway extends Closable implements Gateway {
  readonly environment: Environment
  readonly serve: Serve
  readonly #services: GatewayServices
  readonly #upstreams: UpstreamSet
  readonly #parking: Parking
  readonly #router: GatewayRouter
  readonly #sessions: SessionRegistry
  readonly #subscriptions = new Set<Subscription>()
  #middleware: readonly Middleware[]
  #wrapped: DirectServe

  constructor(options: GatewayOptions) {
    super()
    this.#services = createServices(options)
    const { limits, runtime, logger, info } = this.#services
    const served = revisions.filter((revision) => options.revisions?.includes(revision) ?? true)
    this.environment = Object.freeze({
      name: info.name,
      stores: options.stores,
      secrets: options.secrets,
      limits,
      budgets: createMemoryBudgets(),
      runtime,
      logger,
      revisions: served,
    })
    this.#sessions = new SessionRegistry((session) => this.#onSession(session))
    const sessions = this.#sessions
    const tasks = new TaskOwners(limits)
    const endParked = (label: string) => this.#parking.close({ label, drainMs: limits.drainMs })
    this.#upstreams = new UpstreamSet(this.#services, { sessions, tasks, endParked })
    this.#upstreams.replace(checkUpstreams('createGateway: upstreams', options.upstreams))
    this.#parking = createParking({
      info,
      secrets: options.secrets,
      limits,
      runtime,
      logger,
      onEvent: announceParking(this.#services),
    })
    const usable = () => this.#upstreams.usable
    const lists = new GatewayLists({ services: this.#services, pageSize: options.pageSize, upstreams: usable })
    this.#upstreams.useLists(lists)
    this.#router = new GatewayRouter({
      services: this.#services,
      lists,
      rates: new RateLimits(limits, runtime),
      parking: this.#parking,
      tasks,
      sessions,
      revisions: served,
      instructions: options.instructions,
      subscriptions: this.#subscriptions,
      upstreams: usable,
      routes: () => this.#upstreams.routes,
    })
    const search = options.discovery === 'search' ? [offerSearch({ serverInfo: info })] : []
    this.#middleware = [...search, ...(options.use ?? [])]
    this.#wrapped = this.#wrap()
    this.serve = toServe<Exchange>((message, exchange) =>
      attempt(
        () => this.#serveOpen(message, exchange),
        (reason) => this.#toErrorResponse(reason, message, exchange),
      ),
    )
  }

  use(...middleware: readonly Middleware[]): void {
    this.#middleware = [...this.#middleware, ...middleware]
    this.#wrapped = this.#wrap()
  }

  resolve(_kind: 'tool' | 'prompt', name: string): UpstreamName | undefined {
    const route = this.#upstreams.routes.known(name)
    return route && { upstream: route.upstream.name, name: route.name }
  }

  ownerOf(uri: string): string | undefined {
    return this.#upstreams.ownerOf(uri)
  }

  status(): readonly UpstreamStatus[] {
    return this.#upstreams.status()
  }

  replaceUpstreams(upstreams: Upstreams): void {
    if (!this.#upstreams.replace(checkUpstreams('replaceUpstreams', upstreams))) return
    for (const type of ['tools', 'prompts', 'resources'] as const) {
      this.#sessions.publish({ type })
      for (const subscription of this.#subscriptions) subscription.deliver({ type })
    }
  }

  get changedTools(): readonly PinChange[] {
    return this.#services.pins?.changed ?? []
  }

  async approveTool(upstream: string, tool?: string, definition?: string): Promise<void> {
    const { pins } = this.#services
    if (pins === undefined) throw new TypeError('approveTool: the gateway has no pins; see the option pins')
    await pins.approve(upstream, tool, definition)
    this.#upstreams.onToolsApproved(upstream)
  }

  protected override async closeOnce(): Promise<void> {
    for (const subscription of [...this.#subscriptions]) subscription.end()
    const { drainMs } = this.#services.limits
    await Promise.all([this.#parking.close({ drainMs }), this.#upstreams.close()])
  }

  #serveOpen(message: RpcRequest | RpcNotification, exchange: Exchange): ReturnType<DirectServe> {
    if (this.isClosing && isRequestMessage(message)) throw RpcError.internal('The gateway is closed')
    return this.#wrapped(message, exchange)
  }

  #wrap(): DirectServe {
    if (this.#middleware.length === 0) return this.#router.serve
    const inner = toServe<Exchange>((message, exchange) =>
      attempt(
        () => this.#router.serve(message, exchange),
        (reason) => this.#toErrorResponse(reason, message, exchange),
      ),
    )
    return compose(this.#middleware, inner)
  }

  #onSession(session: Session): void {
    const { announce } = this.#services
    if (announce === undefined) return
    const { revision, principal, client } = session
    const about = {
      revision,
      session: session.id,
      ...(principal !== undefined && { principal: principal.id }),
      ...(client.name !== undefined && { name: client.name }),
    }
    announce('session-opened', { client: about })
    session.onEnd(() => announce('session-closed', { client: about }))
  }

  /** Converts an error to a response in the shape of the revision. @throws the error of a notification. */
  #toErrorResponse(reason: unknown, message: RpcRequest | RpcNotification, exchange: Exchange): RpcResponse {
    if (!isRequestMessage(message)) throw reason
    const { revision } = exchange
    const error = RpcError.is(reason) ? reason : this.#toReported(reason, message, exchange)
    return { jsonrpc: '2.0', id: message.id, error: codecOf(revision).encodeError(error, profileOf(revision)) }
  }

  #toReported(error: unknown, { method }: RpcRequest, { signal }: Exchange): RpcError {
    const id = randomId(this.#services.runtime, 4)
    if (!signal.aborted) this.#services.logger.error(`${method} failed`, { error, id })
    return RpcError.internal(`internal error ${id}`)
  }
}

function createServices(options: GatewayOptions): GatewayServices {
  const { runtime = defaultRuntime, logger = consoleLogger, isolation = 'principal', onEvent, fetch } = options
  const { name = 'omniport-gateway', version = library.version, title, description, icons, websiteUrl } = options
  const limits = createLimits(options.limits)
  const what = 'The states that upstreams give to clients'
  const sealer = new LazySealer({ secrets: options.secrets, service: name, logger, what })
  let lastNumber = 0
  const announce = onEvent && createAnnounce(onEvent, { runtime, logger })
  return {
    info: {
      name,
      version,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(icons !== undefined && { icons }),
      ...(websiteUrl !== undefined && { websiteUrl }),
    },
    isolation,
    limits,
    limitOptions: options.limits,
    runtime,
    logger,
    fetch,
    announce,
    pins: options.pins && new UpstreamPins(options.pins, { runtime, announce }),
    states: new UpstreamStates({ sealer, limits, runtime }),
    nextNumber: () => {
      lastNumber += 1
      return lastNumber
    },
  }
}
