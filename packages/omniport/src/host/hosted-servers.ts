import { clip } from '../jsonrpc/clip.js'
import { OmniportError } from '../jsonrpc/omniport-error.js'
import type { HostHome } from './host-home.js'
import type { HostOptions } from './host-options.js'
import { HostedServer } from './hosted-server.js'
import { isSameSettings } from './life/same-settings.js'
import { secretsOfSettings } from './life/secrets-of-settings.js'
import { toSettings } from './life/to-settings.js'

/** The servers of a host, in the order they were given in. */
export class HostedServers {
  readonly #home: HostHome
  #servers: ReadonlyMap<string, HostedServer> = new Map()

  constructor(home: HostHome) {
    this.#home = home
  }

  get all(): readonly HostedServer[] {
    return [...this.#servers.values()]
  }

  /** @throws OmniportError `not_found`. */
  get(name: string): HostedServer {
    const server = this.#servers.get(name)
    if (server === undefined) throw new OmniportError('not_found', `There is no server ${clip(name)}`)
    return server
  }

  /** Those with these names; all of them where there are none. @throws OmniportError `not_found`. */
  some(names: readonly string[] | undefined): readonly HostedServer[] {
    return names === undefined ? this.all : names.map((name) => this.get(name))
  }

  /**
   * Other servers from now on. Those whose settings are the same go on as they are; settles when the others have ended. They
   * were checked.
   */
  async set(given: HostOptions['servers']): Promise<void> {
    const { catalogue, events, secrets } = this.#home
    const before = this.#servers
    const entries = Object.entries(given).map(([name, target]) => [name, toSettings(name, target)] as const)
    const ending = [...before.values()].filter((server) => {
      const settings = entries.find(([name]) => name === server.name)?.[1]
      return settings === undefined || !isSameSettings(settings, server.settings)
    })
    const ended = ending.map((server) => server.close())
    for (const server of ending) secrets.delete(server.name)
    this.#servers = new Map(
      entries.map(([name, settings]) => {
        const known = before.get(name)
        if (known !== undefined && !ending.includes(known)) return [name, known]
        secrets.set(name, secretsOfSettings(settings))
        return [name, new HostedServer(name, settings, this.#home)]
      }),
    )
    catalogue.setServers(entries.map(([name]) => name))
    for (const server of this.all) {
      if (before.get(server.name) !== server)
        events.push({ type: 'server', server: server.name, status: server.status })
    }
    await Promise.all(ended)
  }
}
