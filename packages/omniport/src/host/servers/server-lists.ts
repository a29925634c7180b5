import type { Runtime } from '../../async/runtime/runtime.js'
import type { Client } from '../../client/client.js'
import type { Filter } from '../../client/subscriptions/listening.js'
import type { Prompt } from '../../protocol/model/prompt.js'
import type { Resource, ResourceTemplate } from '../../protocol/model/resource.js'
import type { Tool } from '../../protocol/model/tool.js'
import { isLegacy, profileOf } from '../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { CachedList } from './cached-list.js'

export interface Lists {
  readonly tools: readonly Tool[]
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplate[]
}

export interface ServerListsOptions {
  readonly runtime: Runtime
  /** Lists whose changes the server does not announce are reused for this long. */
  readonly refreshMs: number
  /**
   * Called when a list changed. It is not called again for the same type until the requests in flight for that type and its
   * own promise have settled; further changes meanwhile lead to one more call.
   */
  readonly onChange: (type: ListChange) => unknown
  readonly report: (reason: unknown) => void
}

export type ListChange = 'tools' | 'prompts' | 'resources'

/** Caches the lists of one server across its connections, and follows its change notifications. */
export class ServerLists {
  readonly #options: ServerListsOptions
  readonly #cached = new Map<keyof Lists, CachedList<Lists[keyof Lists]>>()
  readonly #notifications = new Map<ListChange, ChangeNotification>()
  #announced: Filter = {}
  #client: Client | undefined

  constructor(options: ServerListsOptions) {
    this.#options = options
  }

  /** Switches to a new connection, subscribes to its changes, and drops the lists of the previous one. */
  attach(client: Client): void {
    this.detach()
    this.#announced = {}
    this.#client = client
    this.#subscribe(client).catch((reason) => {
      if (this.#client !== client) return
      this.#announced = {}
      this.reset()
      if (!isClosed(reason)) this.#options.report(reason) // the end of a connection is reported elsewhere
    })
  }

  reset(): void {
    for (const list of this.#cached.values()) list.change()
  }

  detach(): void {
    this.#client = undefined
    this.#cached.clear()
    this.#notifications.clear()
  }

  /**
   * Returns a list, shared by concurrent callers and never older than the last change. Lists of a former connection are not
   * cached. Rejects as `client.listTools` does.
   */
  get<K extends keyof Lists>(client: Client, name: K): Promise<Lists[K]> {
    if (client !== this.#client) return readers[name](client, false)
    const cached = this.#cached.get(name) ?? this.#cache(client, name)
    return cached.get() as Promise<Lists[K]> // the list `name` came from the reader `name`
  }

  /** Requests a list again, past all caches; later calls of `get` share it. Rejects as `get` does. */
  reload<K extends keyof Lists>(client: Client, name: K): Promise<Lists[K]> {
    if (client !== this.#client) return readers[name](client, true)
    const cached = this.#cached.get(name) ?? this.#cache(client, name)
    return cached.reload() as Promise<Lists[K]>
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
      return undefined // no notifications: the lists expire instead
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
    // The notifications ended, so the lists expire again.
    this.#announced = {}
    this.reset()
  }

  /** Bounds the work that a flood of notifications can cause. */
  #notify(type: ListChange): void {
    const notification: ChangeNotification = { isOutdated: false }
    this.#notifications.set(type, notification)
    const lists = listsOf[type].map((name) => this.#cached.get(name)?.settled)
    void Promise.allSettled([this.#options.onChange(type), ...lists]).then(() => {
      if (this.#notifications.get(type) !== notification) return // belongs to another connection
      this.#notifications.delete(type)
      if (notification.isOutdated) this.#notify(type)
    })
  }
}

function isClosed(reason: unknown): boolean {
  return OmniportError.is(reason) && reason.code === 'closed'
}

interface ChangeNotification {
  /** Another change arrived meanwhile. */
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
