import { Closable } from '../async/closable.js'
import { consoleLogger } from '../async/runtime/logger.js'
import { defaultRuntime } from '../async/runtime/runtime.js'
import { library } from '../client/client-services.js'
import type { PinChange } from '../host/pins/pin.js'
import { createParking } from '../parking/create-parking.js'
import { parkingStoresOf } from '../parking/nodes/passed-retry.js'
import type { Middleware, Serve } from '../protocol/exchange/exchange.js'
import type { Session } from '../protocol/exchange/session.js'
import { createLimits } from '../protocol/limits/limits.js'
import { createMemoryBudgets } from '../protocol/limits/memory-budgets.js'
import { revisions } from '../protocol/revisions/revision.js'
import { LazySealer } from '../sealing/lazy-sealer.js'
import { RateLimits } from '../server/requests/rate-limits.js'
import type { Environment } from '../transport/environment.js'
import { UpstreamStates } from './calls/upstream-states.js'
import { SessionRegistry } from './changes/session-registry.js'
import { checkSelection, checkUpstreams } from './check-gateway-options.js'
import type { Gateway, GatewaySelection, SelectedGateway, UpstreamName, UpstreamStatus } from './gateway.js'
import type { GatewayOptions, Upstreams } from './gateway-options.js'
import { announceParking, createAnnounce, type GatewayServices } from './gateway-services.js'
import { UpstreamPins } from './pins/upstream-pins.js'
import { SelectedUpstreams, type SharedParts } from './selected-gateway.js'
import { GatewayTasks } from './tasks/gateway-tasks.js'
import { UpstreamSet } from './upstreams/upstream-set.js'

/** The gateway that `createGateway` returns. Its options are checked already. */
export class RunningGateway extends Closable implements Gateway {
  readonly environment: Environment
  readonly serve: Serve
  readonly #services: GatewayServices
  readonly #upstreams: UpstreamSet
  readonly #parts: SharedParts
  /** The gateway itself, with all upstreams, and what `select` gave. */
  readonly #selections: [SelectedUpstreams, ...SelectedUpstreams[]]

  constructor(options: GatewayOptions) {
    super()
    const services = createServices(options, () => this.#selections.every(({ acceptsRaw }) => acceptsRaw))
    this.#services = services
    const { limits, runtime, logger, info } = services
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
    const parking = createParking({
      info,
      secrets: options.secrets,
      stores: parkingStoresOf(options.stores),
      limits,
      runtime,
      logger,
      onEvent: announceParking(services),
    })
    const sessions = new SessionRegistry((session) => this.#onSession(session))
    const tasks = new GatewayTasks(services)
    const endParked = (label: string) => parking.close({ label, drainMs: limits.drainMs })
    this.#upstreams = new UpstreamSet(services, { sessions, tasks, endParked })
    this.#upstreams.replace(checkUpstreams('createGateway: upstreams', options.upstreams))
    this.#parts = {
      services,
      environment: this.environment,
      upstreams: this.#upstreams,
      parking,
      tasks,
      sessions,
      rates: new RateLimits(limits, runtime),
      revisions: served,
      pageSize: options.pageSize,
      isClosing: () => this.isClosing,
    }
    const { use, discovery, instructions } = options
    this.#selections = [new SelectedUpstreams(this.#parts, { use, discovery, instructions })]
    this.serve = this.#selections[0].serve
  }

  use(...middleware: readonly Middleware[]): void {
    this.#selections[0].use(...middleware)
  }

  select(selection: GatewaySelection): SelectedGateway {
    const selected = new SelectedUpstreams(this.#parts, checkSelection(selection, this.status()))
    this.#selections.push(selected)
    return selected
  }

  resolve(_kind: 'tool' | 'prompt', name: string): UpstreamName | undefined {
    const route = this.#selections[0].routes.known(name)
    return route && { upstream: route.upstream.name, name: route.name }
  }

  ownerOf(uri: string): string | undefined {
    return this.#upstreams.ownerOf(uri)
  }

  status(): readonly UpstreamStatus[] {
    return this.#upstreams.status()
  }

  replaceUpstreams(upstreams: Upstreams): void {
    const replaced = this.#upstreams.replace(checkUpstreams('replaceUpstreams', upstreams))
    if (replaced.length > 0) for (const selection of this.#selections) selection.publishLists(replaced)
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
    for (const selection of this.#selections) selection.endSubscriptions()
    const { parking, tasks, services } = this.#parts
    tasks.close()
    await Promise.all([parking.close({ drainMs: services.limits.drainMs }), this.#upstreams.close()])
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
}

function createServices(options: GatewayOptions, acceptsRaw: () => boolean): GatewayServices {
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
    acceptsRaw,
    nextNumber: () => {
      lastNumber += 1
      return lastNumber
    },
  }
}
