import type { ServeTarget } from '../../transport/environment.js'
import type { HttpOptions } from '../../transport/http/http-options.js'
import { foreignHttpNames, httpOptionNames } from '../../transport/http/http-settings.js'
import { createNodeHandler, type NodeHandler } from '../../transport/node/create-node-handler.js'
import { assertKnown, mustBe } from '../../values/options/check-options.js'
import type { UpstreamStatus } from '../gateway.js'
import { healthPaths } from './health.js'

/** A gateway, whose upstreams `/status` shows, or another server. */
export interface EndpointServer extends ServeTarget {
  status?(): readonly UpstreamStatus[]
}

/** One endpoint: a gateway or another server, and how it is served. `path` is `/mcp/<name>` by default. The caller closes the server. */
export interface EndpointOptions extends HttpOptions {
  readonly server: EndpointServer
}

/** An endpoint that is being served. */
export interface Endpoint {
  readonly name: string
  readonly path: string
  readonly server: EndpointServer
  readonly handler: NodeHandler
  readonly options: EndpointOptions
}

/** The endpoints of one port, by the paths at which they are served. */
export class EndpointTable {
  readonly #defaults: HttpOptions
  #endpoints: ReadonlyMap<string, Endpoint> = new Map()
  #handlers: ReadonlyMap<string, NodeHandler> = new Map()
  /** Settles when all that were removed have ended. */
  #removed: Promise<unknown> = Promise.resolve()

  constructor(defaults: HttpOptions) {
    this.#defaults = defaults
  }

  get all(): readonly Endpoint[] {
    return [...this.#endpoints.values()]
  }

  handlerAt(path: string): NodeHandler | undefined {
    return this.#handlers.get(path)
  }

  /**
   * Serves these endpoints from now on. Those with the same server and options go on; the requests of the others may finish.
   *
   * @throws TypeError naming an endpoint that cannot be served; then all is as before.
   */
  replace(wanted: Readonly<Record<string, EndpointOptions>>): void {
    const endpoints = new Map<string, Endpoint>()
    const handlers = new Map<string, NodeHandler>()
    const created: NodeHandler[] = []
    try {
      for (const [name, options] of Object.entries(wanted)) {
        const current = this.#endpoints.get(name)
        const endpoint =
          current !== undefined && isSame(current.options, options) ? current : this.#create(name, options)
        if (endpoint !== current) created.push(endpoint.handler)
        endpoints.set(name, endpoint)
        addPaths(handlers, endpoint)
      }
    } catch (reason) {
      for (const handler of created) void handler.close()
      throw reason
    }
    const removed = this.all.filter((endpoint) => endpoints.get(endpoint.name) !== endpoint)
    this.#endpoints = endpoints
    this.#handlers = handlers
    this.#removed = Promise.all([this.#removed, ...removed.map(({ handler }) => handler.close())])
  }

  /** Ends sessions and streams; requests in flight may finish. */
  async close(): Promise<void> {
    await Promise.all([this.#removed, ...this.all.map(({ handler }) => handler.close())])
  }

  #create(name: string, given: EndpointOptions): Endpoint {
    const where = `endpoint "${name}"`
    if (!isName.test(name)) throw mustBe('the name of an endpoint', 'of letters, digits, - and _', name)
    assertKnown({ name: where, foreignNames: foreignHttpNames }, Object.keys(given), ['server', ...httpOptionNames])
    const own = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const { server, ...options } = { ...this.#defaults, ...own } as EndpointOptions // `given`, without what is undefined
    if (typeof server?.serve !== 'function') throw mustBe(`${where}: server`, 'a gateway or a server', server)
    const { path = `/mcp/${name}`, sseEndpoints = true } = options
    const ssePaths = { stream: `${path}/sse`, messages: `${path}/messages` }
    const handler = createNodeHandler(server, {
      ...options,
      path,
      sseEndpoints: sseEndpoints === true ? ssePaths : sseEndpoints,
    })
    return { name, path, server, handler, options: given }
  }
}

const isName = /^[\w-]+$/

function isSame(before: EndpointOptions, after: EndpointOptions): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as ReadonlySet<keyof EndpointOptions> // by their type
  for (const name of names) if (before[name] !== after[name]) return false
  return true
}

function addPaths(handlers: Map<string, NodeHandler>, { name, handler }: Endpoint): void {
  for (const path of handler.paths) {
    const isTaken = handlers.has(path) || healthPaths.has(path)
    // Metadata is published at the root, too, where there is room for one resource.
    if (isTaken && path.startsWith('/.well-known/')) continue
    if (isTaken) throw new TypeError(`endpoint "${name}": ${path} is served already`)
    handlers.set(path, handler)
  }
}
