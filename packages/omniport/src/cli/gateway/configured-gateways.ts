import { dirname, join } from 'node:path'
import { createGateway, type Gateway, type GatewayEvent, type SelectedGateway } from '../../entries/gateway.js'
import { type Config, createFileLock } from '../../entries/host.js'
import { consoleLogger } from '../../entries/protocol.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import type { Io } from '../process/io.js'
import { version } from '../version.js'
import type { EndpointFlag, GatewayFlags } from './gateway-flags.js'
import { formatEvent, formatServer } from './gateway-lines.js'

type Servers = Config['servers']

/** The gateway of one config file, and what its endpoints serve of it: a server in several of them is started once. */
export class ConfiguredGateways {
  readonly #io: Pick<Io, 'stderr'>
  readonly #gateway: Gateway
  readonly #flags: GatewayFlags
  readonly #selections: readonly Selection[]
  #reported: ReadonlySet<string> = new Set()
  /** The last failure of each server that cannot be reached: each retry fails alike. */
  readonly #failures = new Map<string, string>()

  /** @throws CliError `usage` for an endpoint with a server that the file does not have. */
  constructor(config: Config, flags: GatewayFlags, io: Pick<Io, 'stderr'>) {
    this.#io = io
    this.#flags = flags
    for (const { name, servers } of flags.endpoint) {
      const missing = servers.find((server) => !Object.hasOwn(config.servers, server))
      if (missing === undefined) continue
      const known = listNames(Object.keys(config.servers))
      throw new CliError('usage', `gateway: --endpoint ${name}: there is no server "${missing}". There are ${known}`)
    }
    this.#gateway = this.#create(served(config.servers, flags), flags)
    const discovery = flags.search === true ? ('search' as const) : undefined
    this.#selections =
      flags.endpoint.length === 0
        ? [{ endpoint: undefined, gateway: this.#gateway }]
        : flags.endpoint.map((endpoint) => ({
            endpoint,
            gateway: this.#gateway.select({ upstreams: endpoint.servers, discovery }),
          }))
    this.#report(config)
  }

  /** What is served, by the name of its endpoint; undefined for the only one, which has all servers. */
  get all(): readonly Selection[] {
    return this.#selections
  }

  /** Uses a changed config. Servers that stay the same keep their connections. */
  replace(config: Config): void {
    this.#gateway.replaceUpstreams(served(config.servers, this.#flags))
    this.#report(config)
  }

  async close(): Promise<void> {
    await this.#gateway.close()
  }

  #create(upstreams: Servers, { isolation, search, pin, config, timeout }: GatewayFlags): Gateway {
    return createGateway({
      name: 'omniport-gateway',
      version,
      upstreams,
      ...(isolation !== undefined && { isolation }),
      ...(search === true && { discovery: 'search' as const }),
      ...(pin === true && { pins: { lock: createFileLock(join(dirname(config ?? ''), 'mcp.lock')) } }),
      ...(timeout !== undefined && { limits: { timeoutMs: timeout } }),
      logger: { ...consoleLogger, warn() {} }, // of each warning there is an event
      onEvent: (event) => this.#onEvent(event),
    })
  }

  #onEvent(event: GatewayEvent): void {
    const line = formatEvent(event)
    if (event.type === 'upstream-connected') this.#failures.delete(event.upstream)
    if (event.type === 'upstream-failed' && line !== undefined) {
      if (this.#failures.get(event.upstream) === line) return
      this.#failures.set(event.upstream, line)
    }
    if (line !== undefined) this.#io.stderr(line)
  }

  /** Prints each server once, until its line changes. */
  #report({ servers, problems }: Config): void {
    const lines = new Set([
      ...problems.map(({ message }) => `[warning] ${message}`),
      ...Object.entries(servers).map(([name, settings]) => formatServer(name, settings)),
    ])
    for (const line of lines) if (!this.#reported.has(line)) this.#io.stderr(line)
    this.#reported = lines
  }
}

export interface Selection {
  readonly endpoint: EndpointFlag | undefined
  readonly gateway: SelectedGateway
}

/** The servers of all endpoints. One that is gone from the file is missing until it comes back. */
function served(servers: Servers, { endpoint }: GatewayFlags): Servers {
  if (endpoint.length === 0) return servers
  const wanted = new Set(endpoint.flatMap((one) => one.servers))
  return Object.fromEntries(Object.entries(servers).filter(([name]) => wanted.has(name)))
}
