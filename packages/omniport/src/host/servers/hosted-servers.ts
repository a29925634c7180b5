import { waitFor } from '../../async/waiting/wait-for.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { ToolsOptions } from '../host.js'
import type { HostOptions } from '../host-options.js'
import type { HostServices } from '../host-services.js'
import { HostedServer } from './hosted-server.js'
import { isSameSettings } from './is-same-settings.js'
import { secretsOfSettings } from './settings/secrets-of-settings.js'
import { toSettings } from './settings/to-settings.js'

/** The servers of a host, in the given order. */
export class HostedServers {
  readonly #services: HostServices
  #servers: ReadonlyMap<string, HostedServer> = new Map()
  /** Removed or replaced servers that have not ended yet. */
  readonly #ending = new Map<Promise<void>, string>()

  constructor(services: HostServices) {
    this.#services = services
    services.roots?.onChange(() => {
      for (const server of this.all) server.rootsChanged()
    })
  }

  get all(): readonly HostedServer[] {
    return [...this.#servers.values()]
  }

  /** @throws OmniportError `not_found`. */
  get(name: string): HostedServer {
    const server = this.#servers.get(name)
    if (server === undefined) throw new OmniportError('not_found', `There is no server ${truncate(name)}`)
    return server
  }

  /**
   * Reads from the named servers, or from all, and returns the results that come in time, in server order. Reports failures;
   * rejects with OmniportError `not_found`, and with the reason of `signal`.
   */
  async gather<T>(
    { servers: names, waitMs = defaultWaitMs, signal }: ToolsOptions,
    read: (server: HostedServer) => Promise<T>,
  ): Promise<T[]> {
    const { runtime, report } = this.#services
    const servers = names === undefined ? this.all : names.map((name) => this.get(name))
    const found = servers
      .filter(({ supervisor }) => supervisor.isAnswering)
      .map(async (server) => {
        try {
          return [await waitFor(read(server), { clock: runtime, signal, timeoutMs: waitMs })]
        } catch (reason) {
          signal?.throwIfAborted()
          if (server.supervisor.change.state === 'ready') report(reason, server.name)
          return []
        }
      })
    return (await Promise.all(found)).flat()
  }

  /**
   * Replaces the servers. Servers with the same settings keep running; settles when the others have ended. The caller has
   * checked the servers.
   */
  async replace(targets: HostOptions['servers']): Promise<void> {
    const { catalogue, events, secrets } = this.#services
    const before = this.#servers
    const entries = Object.entries(targets).map(([name, target]) => [name, toSettings(name, target)] as const)
    const servers = new Map(
      entries.map(([name, settings]) => {
        const previous = before.get(name)
        const isUnchanged = previous !== undefined && isSameSettings(settings, previous.settings)
        return [name, isUnchanged ? previous : new HostedServer(name, settings, this.#services)] as const
      }),
    )
    for (const { settings } of servers.values()) secrets.add(secretsOfSettings(settings))
    this.#servers = servers
    const ended = [...before.values()].flatMap((server) => this.#endUnlessUnchanged(server))
    for (const { name, supervisor } of servers.values()) {
      for (const [earlier, of] of this.#ending) if (of === name) supervisor.startAfter(earlier)
    }
    const order = catalogue.setServers([...servers.keys()])
    const [first] = servers.keys()
    if (order !== undefined && first !== undefined) events.push({ type: 'tools', server: first, ...order })
    for (const server of servers.values()) {
      if (before.get(server.name) !== server)
        events.push({ type: 'server', server: server.name, status: server.status })
    }
    await settleAll(ended)
  }

  /** Ends all servers; settles when the earlier ones have ended too. */
  close(): Promise<void> {
    const ended = this.all.map((server) => server.close('The host is closed'))
    return settleAll([...ended, ...this.#ending.keys()])
  }

  #endUnlessUnchanged(server: HostedServer): readonly Promise<void>[] {
    const now = this.#servers.get(server.name)
    if (now === server) return []
    const { pins } = this.#services
    void (now === undefined ? pins.release(server.name) : pins.forgetListing(server.name))
    const done = now === undefined ? 'was removed' : 'was replaced: its settings changed'
    const ended = server.close(`The server ${truncate(server.name)} ${done}`)
    this.#ending.set(ended, server.name)
    const forget = () => void this.#ending.delete(ended)
    ended.then(forget, forget)
    return [ended]
  }
}

const defaultWaitMs = 30_000

/** Waits for all, then rejects with the first rejection. */
async function settleAll(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}
