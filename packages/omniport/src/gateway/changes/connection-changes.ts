import { SerialQueue } from '../../async/waiting/serial-queue.js'
import type { ActiveSubscription } from '../../client/connect/revision-client.js'
import type { Change, Filter } from '../../client/subscriptions/listening.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'

/** A client, or a subscription of one, that wants changes of an upstream. */
export interface ChangeListener {
  /** What it wants. Read again after `update`. */
  readonly filter: Filter
  /** Called with each change that it may want. Must not throw. */
  readonly onChange: (change: Change) => void
}

export interface ConnectionChangesOptions {
  /** The live connection, if there is one. */
  readonly open: () => OpenUpstream | undefined
  readonly onError: (reason: unknown) => void
  /** Gets what a subscription to a modern upstream brings. Legacy upstreams announce their changes outside any. */
  readonly onChange: (change: Change) => void
  /** Called when the upstream ended the subscription by itself: it may be made again. */
  readonly onLost: () => void
}

/**
 * The changes that an upstream announces, for all clients of one connection: one subscription has what they want together. A change
 * of that is subscribed to before the old subscription ends, so that nothing is missed.
 */
export class ConnectionChanges {
  readonly #options: ConnectionChangesOptions
  readonly #listeners = new Set<ChangeListener>()
  readonly #queue = new SerialQueue()
  #active: { readonly subscription: ActiveSubscription; readonly key: string; readonly open: OpenUpstream } | undefined

  constructor(options: ConnectionChangesOptions) {
    this.#options = options
  }

  /** True: somebody listens. */
  get isWanted(): boolean {
    return this.#listeners.size > 0
  }

  /** True if the upstream said that it announces changes of this resource. */
  honours(uri: string): boolean {
    return this.#active?.subscription.filter.uris?.includes(uri) === true
  }

  /** Settles when the upstream announces what the listener wants, as far as it can; never rejects. */
  add(listener: ChangeListener): Promise<void> {
    this.#listeners.add(listener)
    return this.update()
  }

  delete(listener: ChangeListener): void {
    if (this.#listeners.delete(listener)) void this.update()
  }

  /** Passes a change to the listeners, each of which picks its own. */
  publish(change: Change): void {
    for (const listener of [...this.#listeners]) if (wants(listener.filter, change)) listener.onChange(change)
  }

  /** Subscribes to what the listeners want now; see `add`. */
  update(): Promise<void> {
    return this.#queue.run(() => this.#update()).catch(this.#options.onError)
  }

  async #update(): Promise<void> {
    const open = this.#options.open()
    if (open === undefined) return
    const filter = union([...this.#listeners].map((listener) => listener.filter))
    const key = JSON.stringify(filter)
    const former = this.#active?.open === open ? this.#active : undefined
    if (former?.key === key) return
    this.#active = isEmpty(filter) ? undefined : { subscription: await this.#subscribe(open, filter), key, open }
    await former?.subscription.cancel()
  }

  #subscribe({ active, services }: OpenUpstream, filter: Filter): Promise<ActiveSubscription> {
    const lost = () => {
      this.#active = undefined
      this.#options.onLost()
    }
    const events = { onChange: this.#options.onChange, onLost: lost, onEnd: lost }
    return active.revisionClient.subscribe(filter, events, { timeoutMs: services.timeoutMs, isQuiet: true })
  }
}

function wants(filter: Filter, change: Change): boolean {
  return change.type === 'resource' ? filter.uris?.includes(change.uri) === true : filter[change.type] === true
}

function union(filters: readonly Filter[]): Filter {
  const has = (kind: 'tools' | 'prompts' | 'resources') => filters.some((filter) => filter[kind] === true)
  const uris = [...new Set(filters.flatMap((filter) => filter.uris ?? []))].sort()
  return {
    ...(has('tools') && { tools: true }),
    ...(has('prompts') && { prompts: true }),
    ...(has('resources') && { resources: true }),
    ...(uris.length > 0 && { uris }),
  }
}

function isEmpty(filter: Filter): boolean {
  return Object.keys(filter).length === 0
}
