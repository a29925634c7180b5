import type { Runtime } from '../../async/runtime/runtime.js'
import type { Client } from '../../client/client.js'
import type { Filter } from '../../client/subscriptions/listening.js'
import type { Prompt } from '../../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../../protocol/model/resource.js'
import type { Tool } from '../../protocol/model/tool.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { CachedList } from './cached-list.js'

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
  /**
   * Called when lists are not what they were. Of one type it is not called again before all lists of that type that are in flight
   * then, and what it returned, have settled; and once then, if there were more changes.
   */
  readonly onChange: (type: ListChange) => unknown
  readonly report: (reason: unknown) => void
}

/** What a server can say has changed. */
export type ListChange = 'tools' | 'prompts' | 'resources'

/** The lists of one server, on whichever connection, each used again until it changes; of each, one request at a time is in flight. */
export class ServerLists {
  readonly #options: ServerListsOptions
  readonly #cached = new Map<keyof Lists, CachedList<Lists[keyof Lists]>>()
  /** Changes that are being told. */
  readonly #notifications = new Map<ListChange, ChangeNotification>()
  #announced: Filter = {}
  #client: Client | undefined

  constructor(options: ServerListsOptions) {
    this.#options = options
  }

  /** Hears of changes on a new connection from now on, as far as its server tells them. What was kept is of another one. */
  attach(client: Client): void {
    this.detach()
    this.#announced = {}
    this.#client = client
    this.#subscribe(client).catch((reason) => {
      if (this.#client !== client) return
      this.#announced = {}
      this.reset()
      if (!isClosed(reason)) this.#options.report(reason) // of its end others tell
    })
  }

  /** What was listed may be different now, and so may what is on its way: whoever asks from now on gets what is asked for later. */
  reset(): void {
    for (const list of this.#cached.values()) list.change()
  }

  /** The connection is over: what comes of it still is of no interest. */
  detach(): void {
    this.#client = undefined
    this.#cached.clear()
    this.#notifications.clear()
  }

  /**
   * One list, which nobody waits for twice: never one that was asked for before the last change. Nothing is kept of a connection
   * that is over. Rejects as `client.listTools` does.
   */
  get<K extends keyof Lists>(client: Client, name: K): Promise<Lists[K]> {
    if (client !== this.#client) return readers[name](client, false)
    const cached = this.#cached.get(name) ?? this.#cache(client, name)
    return cached.get() as Promise<Lists[K]> // the reader of that name gave it
  }

  #cache(client: Client, name: keyof Lists): CachedList<Lists[keyof Lists]> {
    const list = new CachedList<Lists[keyof Lists]>({
      clock: this.#options.runtime,
      load: (fresh) => readers[name](client, fresh),
      until: () => this.#until(client, name),
    })
    this.#cached.set(name, list)
    return list
  }

  #until(client: Client, name: keyof Lists): number {
    const { runtime, refreshMs } = this.#options
    if (this.#announced[changeOf[name]] === true) return Number.POSITIVE_INFINITY
    // With cache hints the server says how long its lists are valid, and the client obeys.
    return runtime.now() + (profileOf(client.revision).resultEnvelope ? 0 : refreshMs)
  }

  async #subscribe(client: Client): Promise<void> {
    const subscription = await client.listen({ tools: true, prompts: true, resources: true }).catch((reason) => {
      if (isClosed(reason)) throw reason
      return undefined // it does not tell; its lists are asked for again from time to time
    })
    if (subscription === undefined || this.#client !== client) return
    this.#announced = subscription.filter
    // A modern server reports changes to subscribers only: those before this subscription were missed.
    if (!isLegacy(client.revision)) this.reset()
    for await (const { type } of subscription) {
      if (this.#client !== client) return
      if (type === 'resource') continue
      for (const name of listsOf[type]) this.#cached.get(name)?.change()
      const notification = this.#notifications.get(type)
      if (notification === undefined) this.#notify(type)
      else notification.isOutdated = true
    }
    if (this.#client !== client) return
    // It tells no more: from time to time they are asked for again.
    this.#announced = {}
    this.reset()
  }

  /** However many changes a server tells, what they set off is bounded. */
  #notify(type: ListChange): void {
    const notification: ChangeNotification = { isOutdated: false }
    this.#notifications.set(type, notification)
    const lists = listsOf[type].map((name) => this.#cached.get(name)?.settled)
    void Promise.allSettled([this.#options.onChange(type), ...lists]).then(() => {
      if (this.#notifications.get(type) !== notification) return // of another connection
      this.#notifications.delete(type)
      if (notification.isOutdated) this.#notify(type)
    })
  }
}

function isClosed(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'closed'
}

interface ChangeNotification {
  /** There was a change since. */
  isOutdated: boolean
}

const readers: { readonly [K in keyof Lists]: (client: Client, fresh: boolean) => Promise<Lists[K]> } = {
  tools: (client, fresh) => client.listTools({ fresh }),
  prompts: (client, fresh) => client.listPrompts({ fresh }),
  resources: (client, fresh) => client.listResources({ fresh }),
  resourceTemplates: (client, fresh) => client.listResourceTemplates({ fresh }),
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
