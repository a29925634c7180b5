import { dirname, join } from 'node:path'
import { createGateway, type Gateway, type GatewayEvent } from '../../entries/gateway.js'
import { type Config, createFileLock } from '../../entries/host.js'
import { consoleLogger } from '../../entries/protocol.js'
import { CliError } from '../errors/cli-error.js'
import { listNames } from '../errors/name-advice.js'
import type { Io } from '../process/io.js'
import { version } from '../version.js'
import type { EndpointFlag, GatewayFlags } from './gateway-flags.js'
import { formatEvent, formatServer } from './gateway-lines.js'

type Servers = Config['servers']

/** The gateways of one config file: one for each endpoint, or one for all servers. */
export class ConfiguredGateways {
  readonly #io: Pick<Io, 'stderr'>
  readonly #selections: readonly Selection[]
  #reported: ReadonlySet<string> = new Set()
  /** The last failure of each server that cannot be reached: each retry fails alike. */
  readonly #failures = new Map<string, string>()

  /** @throws CliError `usage` for an endpoint with a server that the file does not have. */
  constructor(config: Config, flags: GatewayFlags, io: Pick<Io, 'stderr'>) {
    this.#io = io
    for (const { name, servers } of flags.endpoint) {
      const missing = servers.find((server) => !Object.hasOwn(config.servers, server))
      if (missing === undefined) continue
      const known = listNames(Object.keys(config.servers))
      throw new CliError('usage', `gateway: --endpoint ${name}: there is no server "${missing}". There are ${known}`)
    }
    const endpoints: readonly (EndpointFlag | undefined)[] = flags.endpoint.length === 0 ? [undefined] : flags.endpoint
    this.#selections = endpoints.map((endpoint) => ({
      endpoint,
      gateway: this.#create(select(config.servers, endpoint), flags),
    }))
    this.#report(config)
  }

  /** The gateways by the name of their endpoint; undefined for the only one, which has all servers. */
  get all(): readonly Selection[] {
    return this.#selections
  }

  /** Uses a changed config. Servers that stay the same keep their connections. */
  replace(config: Config): void {
    for (const { endpoint, gateway } of this.#selections) gateway.replaceUpstreams(select(config.servers, endpoint))
    this.#report(config)
  }

  async close(): Promise<void> {
    await Promise.all(this.#selections.map(({ gateway }) => gateway.close()))
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
  readonly gateway: Gateway
}

/** A server that is gone from the file is missing until it comes back. */
function select(servers: Servers, endpoint: EndpointFlag | undefined): Servers {
  if (endpoint === undefined) return servers
  return Object.fromEntries(Object.entries(servers).filter(([name]) => endpoint.servers.includes(name)))
}
