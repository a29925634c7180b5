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
  /** Servers whose lists are to be read once more, and whether past all caches. */
  readonly #stale = new Map<string, boolean>()

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

  /**
   * Reads the lists, with `fresh` past all caches, and once more if that is asked for meanwhile. Settles when they are read; never
   * rejects.
   */
  refresh(server: string, fresh = false): Promise<void> {
    const reading = this.#reading.get(server)
    if (reading !== undefined) {
      this.#stale.set(server, fresh || this.#stale.get(server) === true)
      return reading
    }
    const started = this.#read(server, fresh).finally(() => this.#reading.delete(server))
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

  async #read(server: string, fresh: boolean): Promise<void> {
    let isFresh: boolean | undefined = fresh
    while (isFresh !== undefined) {
      try {
        const catalogue = await readCatalogue(this.#options.host(), server, isFresh)
        this.#catalogues.set(server, catalogue)
        this.#options.publish({ type: 'catalogue', catalogue })
        this.#options.onRead(server)
      } catch {
        return // the server is not connected: its state says why
      } finally {
        isFresh = this.#stale.get(server)
        this.#stale.delete(server)
      }
    }
  }
}
