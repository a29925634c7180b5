import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import { isSameSettings } from '../../host/servers/is-same-settings.js'
import { without } from '../../values/json/without.js'
import type { SessionRegistry } from '../changes/session-registry.js'
import type { UpstreamStatus } from '../gateway.js'
import type { GatewayServices } from '../gateway-services.js'
import type { ConnectionLists } from '../lists/connection-lists.js'
import type { GatewayTasks } from '../tasks/gateway-tasks.js'
import type { UpstreamSettings } from '../upstream-settings.js'
import { ConnectionPool } from './connection-pool.js'
import { Upstream } from './upstream.js'

export interface UpstreamSetOptions {
  readonly sessions: SessionRegistry
  readonly tasks: GatewayTasks
  /** Gives the parked calls of an upstream time to end, and ends them. */
  readonly endParked: (upstream: string) => Promise<void>
}

/** The upstreams of a gateway, in order. */
export class UpstreamSet {
  readonly #services: GatewayServices
  readonly #sessions: SessionRegistry
  readonly #tasks: GatewayTasks
  readonly #endParked: UpstreamSetOptions['endParked']
  readonly #pool: ConnectionPool
  /** Upstreams that were replaced, and end. */
  readonly #ending = new Set<Promise<void>>()
  #all: readonly Upstream[] = []
  #usable: readonly Upstream[] = []

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

  /** The name of the upstream that has a resource, as far as any list was read. */
  ownerOf(uri: string): string | undefined {
    const [only, ...others] = this.#usable
    if (others.length === 0) return only?.name
    const owner = (has: (lists: ConnectionLists) => boolean | undefined) =>
      this.#usable.find(({ connections }) => connections.some(({ lists }) => has(lists)))?.name
    return (
      owner((lists) => lists.last('resources')?.has(uri)) ??
      owner((lists) => lists.last('tools')?.hasUi(uri)) ??
      owner((lists) => lists.last('resourceTemplates')?.has(uri)) ??
      owner((lists) => lists.last('resourceTemplates')?.matches(uri))
    )
  }

  /** Clients list the tools of an upstream again, as some of them are not blocked any more. */
  onToolsApproved(name: string): void {
    const upstream = this.#all.find((one) => one.name === name)
    for (const connection of upstream?.connections ?? []) connection.onChange({ type: 'tools' })
  }

  status(): readonly UpstreamStatus[] {
    return this.#all.map((upstream) => upstream.status())
  }

  /** Replaces the upstreams; those whose settings stay the same go on. Returns the names of the others, those that are gone among them. */
  replace(settings: ReadonlyMap<string, UpstreamSettings>): readonly string[] {
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
    const begun = next.filter((upstream) => !this.#all.includes(upstream))
    const different = [...new Set([...ended, ...begun].map(({ name }) => name))]
    if (this.#all.length > 0 && different.length > 0) {
      services.announce?.('upstreams-replaced', {
        added: next.filter(({ name }) => !former.has(name)).map(({ name }) => name),
        removed: ended.filter(({ name }) => !settings.has(name)).map(({ name }) => name),
        changed: ended.filter(({ name }) => settings.has(name)).map(({ name }) => name),
      })
    }
    this.#all = next
    this.#usable = next.filter(({ problem }) => problem === undefined)
    for (const upstream of ended) this.#end(upstream)
    return different
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
