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

/** A subscription at the upstream. What it names is in no other one, so that each change comes once. */
interface Part {
  readonly filter: Filter
  readonly subscription: ActiveSubscription
}

/**
 * The changes that an upstream announces, for all clients of one connection. What nobody wanted before is subscribed to beside the
 * rest, and a subscription ends when nobody wants any of it, so that no change is missed, and none comes twice.
 */
export class ConnectionChanges {
  readonly #options: ConnectionChangesOptions
  readonly #listeners = new Set<ChangeListener>()
  readonly #queue = new SerialQueue()
  readonly #parts = new Set<Part>()
  /** The connection that has the subscriptions. */
  #open: OpenUpstream | undefined

  constructor(options: ConnectionChangesOptions) {
    this.#options = options
  }

  /** True: somebody listens. */
  get isWanted(): boolean {
    return this.#listeners.size > 0
  }

  /** True if the upstream said that it announces changes of this resource. */
  honours(uri: string): boolean {
    return [...this.#parts].some(({ subscription }) => subscription.filter.uris?.includes(uri) === true)
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
    if (this.#open !== open) this.#parts.clear()
    this.#open = open
    const wanted = union([...this.#listeners].map((listener) => listener.filter))
    await this.#cancel([...this.#parts].filter((part) => !overlaps(part.filter, wanted)))
    const maxUris = Math.ceil(open.services.limits.subscriptions)
    const known = [...this.#parts].map(({ filter }) => filter)
    const taken = limitUris(wanted, known, maxParts * maxUris)
    const added = less(taken, known)
    if (isEmpty(added)) return
    const filters = split(added, maxUris)
    if (this.#parts.size + filters.length <= maxParts) await this.#subscribeAll(open, filters)
    else await this.#merge(open, split(taken, maxUris))
  }

  /** Replaces all. A change in between may come twice, and is not missed. */
  async #merge(open: OpenUpstream, filters: readonly Filter[]): Promise<void> {
    const former = new Set(this.#parts)
    let isReplaced = false
    try {
      await this.#subscribeAll(open, filters)
      isReplaced = true
    } finally {
      await this.#cancel([...this.#parts].filter((part) => former.has(part) === isReplaced))
    }
  }

  async #cancel(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      this.#parts.delete(part)
      await part.subscription.cancel()
    }
  }

  async #subscribeAll(open: OpenUpstream, filters: readonly Filter[]): Promise<void> {
    for (const filter of filters) await this.#subscribe(open, filter)
  }

  async #subscribe(open: OpenUpstream, filter: Filter): Promise<void> {
    let part: Part | undefined
    const lost = () => {
      if (part !== undefined) this.#parts.delete(part)
      this.#options.onLost()
    }
    const events = { onChange: this.#options.onChange, onLost: lost, onEnd: lost }
    const { active, services } = open
    const options = { timeoutMs: services.timeoutMs, isQuiet: true }
    part = { filter, subscription: await active.revisionClient.subscribe(filter, events, options) }
    this.#parts.add(part)
  }
}

/** Subscriptions at one connection, each of which may be a stream. */
const maxParts = 8

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

/** As much of `wanted` as has no more than `maxUris`: what is `known` comes first, so that nobody loses what he has. */
function limitUris(wanted: Filter, known: readonly Filter[], maxUris: number): Filter {
  const { uris = [] } = wanted
  if (uris.length <= maxUris) return wanted
  const added = new Set(less(wanted, known).uris)
  const sorted = [...uris.filter((uri) => !added.has(uri)), ...added]
  return { ...wanted, uris: sorted.slice(0, maxUris) }
}

/** The same as several filters, each with as many resources as a server takes in one subscription. */
function split(filter: Filter, maxUris: number): readonly Filter[] {
  const { uris = [] } = filter
  const filters = [{ ...filter, ...(uris.length > 0 && { uris: uris.slice(0, maxUris) }) }]
  for (let start = maxUris; start < uris.length; start += maxUris) {
    filters.push({ uris: uris.slice(start, start + maxUris) })
  }
  return filters
}

/** What is in `wanted`, and in none of the others. */
function less(wanted: Filter, others: readonly Filter[]): Filter {
  const has = (kind: 'tools' | 'prompts' | 'resources') =>
    wanted[kind] === true && !others.some((other) => other[kind] === true)
  const known = new Set(others.flatMap(({ uris }) => uris ?? []))
  const uris = (wanted.uris ?? []).filter((uri) => !known.has(uri))
  return {
    ...(has('tools') && { tools: true }),
    ...(has('prompts') && { prompts: true }),
    ...(has('resources') && { resources: true }),
    ...(uris.length > 0 && { uris }),
  }
}

function overlaps(one: Filter, other: Filter): boolean {
  return JSON.stringify(less(one, [other])) !== JSON.stringify(one)
}

function isEmpty(filter: Filter): boolean {
  return Object.keys(filter).length === 0
}
