import type { Host, HostEvent } from '../../entries/host.js'
import type { Catalogue, ConsoleEvent, Server } from '../contract.js'
import { readCatalogue } from './read-catalogue.js'

type ToolsEvent = Extract<HostEvent, { readonly type: 'tools' }>

export interface CataloguesOptions {
  readonly host: () => Host
  readonly publish: (event: ConsoleEvent) => void
  /** Called when the counts of a server have changed. */
  readonly onRead: (server: string) => void
}

/** What each server offers, read again when a server says that it changed. */
export class Catalogues {
  readonly #options: CataloguesOptions
  readonly #catalogues = new Map<string, Catalogue>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #stale = new Set<string>()

  constructor(options: CataloguesOptions) {
    this.#options = options
  }

  get all(): readonly Catalogue[] {
    return [...this.#catalogues.values()]
  }

  get(server: string): Catalogue | undefined {
    return this.#catalogues.get(server)
  }

  countsOf(server: string): Server['counts'] {
    const { tools, prompts, resources, templates, skills } = this.#catalogues.get(server) ?? {}
    const lists = Object.entries({ tools, prompts, resources, templates, skills })
    return Object.fromEntries(lists.flatMap(([name, list]) => (list === undefined ? [] : [[name, list.length]])))
  }

  /** Reads the lists, once more if that is asked for meanwhile. Settles when they are read; never rejects. */
  refresh(server: string): Promise<void> {
    const reading = this.#reading.get(server)
    if (reading !== undefined) {
      this.#stale.add(server)
      return reading
    }
    const started = this.#read(server).finally(() => this.#reading.delete(server))
    this.#reading.set(server, started)
    return started
  }

  /** Reads the lists again, unless the tools that came are those that were read, or are being read. */
  toolsChanged({ server, added, changed, removed }: ToolsEvent): void {
    const known = new Set(this.#catalogues.get(server)?.tools?.map(({ modelName }) => modelName))
    const isKnown = this.#reading.has(server) || added.every((name) => known.has(name))
    if (changed.length > 0 || removed.length > 0 || !isKnown) void this.refresh(server)
  }

  remove(server: string): void {
    this.#catalogues.delete(server)
  }

  async #read(server: string): Promise<void> {
    do {
      this.#stale.delete(server)
      try {
        const catalogue = await readCatalogue(this.#options.host(), server)
        this.#catalogues.set(server, catalogue)
        this.#options.publish({ type: 'catalogue', catalogue })
        this.#options.onRead(server)
      } catch {
        return // the server is not connected: its state says why
      }
    } while (this.#stale.has(server))
  }
}
