import type { Client } from '../../client/client.js'
import type { Filter } from '../../client/listening.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { Prompt } from '../../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../../protocol/model/resource.js'
import type { Tool } from '../../protocol/model/tool.js'
import type { Runtime } from '../../protocol/runtime.js'

/** All that a server lists. */
export interface Lists {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
}

/** What the lists of one server are kept with. */
export interface ServerListsOptions {
  readonly runtime: Runtime
  /** How long a list is used again of which no change would be heard. */
  readonly refreshMs: number
  /** Called when a list is not what it was. */
  readonly onChange: (type: ListChange) => void
  readonly report: (reason: unknown) => void
}

/** What a server can say has changed. */
export type ListChange = 'tools' | 'prompts' | 'resources'

/** The lists of one server, on whichever connection, each used again until it changes. */
export class ServerLists {
  readonly #options: ServerListsOptions
  readonly #kept = new Map<keyof Lists, Kept>()
  #heard: Filter = {}
  #client: Client | undefined

  constructor(options: ServerListsOptions) {
    this.#options = options
  }

  /** Hears of changes on a new connection from now on, as far as its server tells them. What was kept is of another one. */
  attach(client: Client): void {
    this.#kept.clear()
    this.#heard = {}
    this.#client = client
    this.#listen(client).catch((reason) => {
      if (this.#client !== client) return
      this.#heard = {}
      this.#kept.clear()
      if (!isClosed(reason)) this.#options.report(reason) // of its end others tell
    })
  }

  /** What was listed may be different now. */
  reset(): void {
    this.#kept.clear()
  }

  /** The connection is over: what comes of it still is of no interest. */
  detach(): void {
    this.#client = undefined
    this.#kept.clear()
  }

  /** One list, which nobody waits for twice. Rejects as `client.listTools` does. */
  get<K extends keyof Lists>(client: Client, name: K): Promise<Lists[K]> {
    const kept = this.#kept.get(name)
    if (kept !== undefined && this.#options.runtime.now() < kept.until) return kept.list as Promise<Lists[K]>
    const entry: Kept = { list: readers[name](client), until: Number.POSITIVE_INFINITY }
    this.#kept.set(name, entry)
    entry.list.then(
      () => {
        entry.until = this.#until(client, name)
      },
      () => this.#forget(name, entry),
    )
    return entry.list as Promise<Lists[K]> // the reader of that name gave it
  }

  #until(client: Client, name: keyof Lists): number {
    const { runtime, refreshMs } = this.#options
    if (this.#heard[changeOf[name]] === true) return Number.POSITIVE_INFINITY
    // A server of that revision says itself how long its lists hold, and the client keeps to it.
    return runtime.now() + (client.revision === '2026-07-28' ? 0 : refreshMs)
  }

  #forget(name: keyof Lists, entry: Kept): void {
    if (this.#kept.get(name) === entry) this.#kept.delete(name)
  }

  async #listen(client: Client): Promise<void> {
    const listening = await client.listen({ tools: true, prompts: true, resources: true }).catch((reason) => {
      if (isClosed(reason)) throw reason
      return undefined // it does not tell; its lists are asked for again from time to time
    })
    if (listening === undefined || this.#client !== client) return
    this.#heard = listening.filter
    // Of what changed since they were asked for nothing was heard; older revisions tell it unasked.
    if (client.revision === '2026-07-28') this.#kept.clear()
    for await (const { type } of listening) {
      if (this.#client !== client) return
      if (type === 'resource') continue
      for (const name of listsOf[type]) this.#kept.delete(name)
      this.#options.onChange(type)
    }
    if (this.#client !== client) return
    // It tells no more: from time to time they are asked for again.
    this.#heard = {}
    this.#kept.clear()
  }
}

function isClosed(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'closed'
}

interface Kept {
  readonly list: Promise<Lists[keyof Lists]>
  until: number
}

const readers: { readonly [K in keyof Lists]: (client: Client) => Promise<Lists[K]> } = {
  tools: (client) => client.listTools(),
  prompts: (client) => client.listPrompts(),
  resources: (client) => client.listResources(),
  resourceTemplates: (client) => client.listResourceTemplates(),
}

const changeOf: { readonly [K in keyof Lists]: ListChange } = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resources',
}

const listsOf: { readonly [T in ListChange]: readonly (keyof Lists)[] } = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources', 'resourceTemplates'],
}
