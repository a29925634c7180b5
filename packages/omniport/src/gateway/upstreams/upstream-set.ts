import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { isSameSettings } from '../../host/servers/is-same-settings.js'
import { without } from '../../values/json/without.js'
import type { SessionRegistry } from '../changes/session-registry.js'
import type { UpstreamStatus } from '../gateway.js'
import type { GatewayServices } from '../gateway-services.js'
import type { GatewayLists } from '../lists/gateway-lists.js'
import { Routes } from '../routing/routes.js'
import type { TaskOwners } from '../routing/task-owners.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import { ConnectionPool } from './connection-pool.js'
import { Upstream } from './upstream.js'

export interface UpstreamSetOptions {
  readonly sessions: SessionRegistry
  readonly tasks: TaskOwners
  /** Gives the parked calls of an upstream time to end, and ends them. */
  readonly endParked: (upstream: string) => Promise<void>
}

/** The upstreams of a gateway, in order. */
export class UpstreamSet {
  readonly #services: GatewayServices
  readonly #sessions: SessionRegistry
  readonly #tasks: TaskOwners
  readonly #endParked: UpstreamSetOptions['endParked']
  readonly #pool: ConnectionPool
  /** Upstreams that were replaced, and end. */
  readonly #ending = new Set<Promise<void>>()
  #all: readonly Upstream[] = []
  #usable: readonly Upstream[] = []
  #lists: GatewayLists | undefined
  #routes: Routes | undefined

  constructor(services: GatewayServices, { sessions, tasks, endParked }: UpstreamSetOptions) {
    this.#services = services
    this.#sessions = sessions
    this.#tasks = tasks
    this.#endParked = endParked
    this.#pool = new ConnectionPool(services.limits, services.runtime)
  }

  /** Those that are not disabled. */
  get usable(): readonly Upstream[] {
    return this.#usable
  }

  /** @throws Error before `useLists` was called. */
  get routes(): Routes {
    if (this.#lists === undefined) throw new Error('There are no lists')
    this.#routes ??= new Routes(this.#usable, this.#lists)
    return this.#routes
  }

  useLists(lists: GatewayLists): void {
    this.#lists = lists
  }

  /** The name of the upstream that has a resource, as far as any list was read. */
  ownerOf(uri: string): string | undefined {
    const [only, ...others] = this.#usable
    if (others.length === 0) return only?.name
    const has = ({ connections }: Upstream) =>
      connections.some(({ lists }) => {
        const templates = lists.last('resourceTemplates')
        return lists.last('resources')?.has(uri) || lists.last('tools')?.hasUi(uri) || templates?.matches(uri)
      })
    return this.#usable.find(has)?.name
  }

  /** Clients list the tools of an upstream again, as some of them are not blocked any more. */
  onToolsApproved(name: string): void {
    const upstream = this.#all.find((one) => one.name === name)
    for (const connection of upstream?.connections ?? []) connection.onChange({ type: 'tools' })
  }

  status(): readonly UpstreamStatus[] {
    return this.#all.map((upstream) => upstream.status())
  }

  /** Replaces the upstreams; those whose settings stay the same go on. Returns true if anything is different. */
  replace(settings: ReadonlyMap<string, UpstreamSettings>): boolean {
    const former = new Map(this.#all.map((upstream) => [upstream.name, upstream]))
    const isKept = (name: string, given: UpstreamSettings) => {
      const known = former.get(name)
      if (known === undefined || known.settings.credentials !== given.credentials) return false
      return isSameSettings(without(known.settings, 'credentials'), without(given, 'credentials'))
    }
    const services = this.#services
    const shared = { services, pool: this.#pool, sessions: this.#sessions, tasks: this.#tasks }
    const create = (name: string, given: UpstreamSettings) => new Upstream(name, given, shared)
    const next = [...settings].map(
      ([name, given]) => (isKept(name, given) ? former.get(name) : undefined) ?? create(name, given),
    )
    const going = new Set(next)
    const ended = this.#all.filter((upstream) => !going.has(upstream))
    const isDifferent = ended.length > 0 || next.some((upstream) => !this.#all.includes(upstream))
    if (this.#all.length > 0 && isDifferent) {
      services.announce?.('upstreams-replaced', {
        added: next.filter(({ name }) => !former.has(name)).map(({ name }) => name),
        removed: ended.filter(({ name }) => !settings.has(name)).map(({ name }) => name),
        changed: ended.filter(({ name }) => settings.has(name)).map(({ name }) => name),
      })
    }
    this.#all = next
    this.#usable = next.filter(({ problem }) => problem === undefined)
    this.#routes = undefined
    for (const upstream of ended) this.#end(upstream)
    return isDifferent
  }

  /** Ends all upstreams after their calls. Settles last. */
  async close(): Promise<void> {
    for (const upstream of this.#all) this.#end(upstream)
    await Promise.all(this.#ending)
  }

  #end(upstream: Upstream): void {
    const ending = this.#closeAfterCalls(upstream).finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  async #closeAfterCalls(upstream: Upstream): Promise<void> {
    const { runtime, limits } = this.#services
    const idle = Promise.all([
      this.#endParked(upstream.name),
      ...upstream.connections.map((connection) => connection.whenIdle()),
    ])
    await waitAtMost(idle, runtime, limits.drainMs)
    await upstream.close()
  }
}
