import { onAbort } from '../../async/abort/on-abort.js'
import { hasCode } from '../../values/errors/has-code.js'
import type { ClientServices } from '../client-services.js'
import type { ActiveSubscription, RevisionClient } from '../connect/revision-client.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import { ChangeQueue } from './change-queue.js'
import type { Change, Filter, Listening } from './listening.js'
import { SubscriptionRetry } from './subscription-retry.js'

export interface ClientSubscriptionOptions {
  readonly filter: Filter
  /** The number of different changes that may be queued. */
  readonly limit: number
  readonly services: ClientServices
  /** Aborting it closes the subscription. */
  readonly signal: AbortSignal | undefined
  /** Called once, when no more changes come. */
  readonly onEnd: (subscription: ClientSubscription) => void
}

/** A subscription of the user, which outlives its connection. */
export class ClientSubscription implements Listening {
  readonly #requestedFilter: Filter
  readonly #queue: ChangeQueue
  readonly #options: ClientSubscriptionOptions
  readonly #ended = new AbortController()
  readonly #retry: SubscriptionRetry
  #filter: Filter = {}
  #active: ActiveSubscription | undefined
  #closing: Promise<void> | undefined
  #leaveSignal: (() => void) | undefined

  constructor(options: ClientSubscriptionOptions) {
    this.#options = options
    this.#requestedFilter = options.filter
    this.#queue = new ChangeQueue(options.limit)
    this.#retry = new SubscriptionRetry(options.services, this.#ended.signal)
  }

  get filter(): Filter {
    return this.#filter
  }

  /** Subscribes on a connection. A subscription that rejects cannot be used again. */
  async start(revisionClient: RevisionClient, options: ConnectionRequestOptions): Promise<void> {
    await this.#subscribe(revisionClient, options)
    const { signal } = this.#options
    if (signal === undefined) return
    this.#leaveSignal = onAbort(signal, () => void this.close())
    if (signal.aborted) void this.close()
  }

  /** Subscribes again on a new connection, and marks everything as changed. Rejects only when that is lost too. */
  async restart(revisionClient: RevisionClient, options: ConnectionRequestOptions): Promise<void> {
    try {
      await this.#active?.cancel()
      await this.#subscribe(revisionClient, options)
    } catch (reason) {
      if (hasCode(reason, 'closed')) throw reason
      this.end(reason)
      return
    }
    this.markAllChanged()
  }

  /** Queues a change of everything in the filter, since changes may have been missed. */
  markAllChanged(): void {
    for (const change of changesIn(this.#filter)) this.#queue.push(change)
  }

  /** Ends the subscription. The queued changes are still read, then the iteration ends or fails. */
  end(reason?: unknown): void {
    this.#queue.end(reason)
    this.#finish()
  }

  close(): Promise<void> {
    this.#queue.close()
    this.#finish()
    this.#closing ??= this.#active?.cancel() ?? Promise.resolve()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  [Symbol.asyncIterator](): AsyncIterator<Change, undefined> {
    return {
      next: () => this.#queue.next(),
      return: async () => {
        await this.close()
        return { done: true, value: undefined }
      },
    }
  }

  async #subscribe(revisionClient: RevisionClient, options: ConnectionRequestOptions): Promise<void> {
    const onChange = (change: Change) => {
      this.#queue.push(change)
      if (this.#queue.ended) this.#overflow()
    }
    const onEnd = (reason?: unknown) => this.end(reason)
    const onLost = () => void this.#recover(revisionClient, options)
    const active = await revisionClient.subscribe(this.#requestedFilter, { onChange, onEnd, onLost }, options)
    this.#active = active
    this.#filter = active.filter
    if (this.#closing !== undefined) await active.cancel()
  }

  /** Subscribes again on the same connection, whose cached results may be stale. A refusal ends the subscription. */
  async #recover(revisionClient: RevisionClient, options: ConnectionRequestOptions): Promise<void> {
    try {
      await this.#retry.run(() => this.#subscribe(revisionClient, { timeoutMs: options.timeoutMs, isQuiet: true }))
      if (this.#ended.signal.aborted) return
      for (const change of changesIn(this.#filter)) this.#options.services.changes.publish(change)
      this.markAllChanged()
    } catch (reason) {
      this.end(reason)
    }
  }

  /** The queue fails for the reader, and the subscription at the server ends. */
  #overflow(): void {
    this.#finish()
    void this.#active?.cancel()
  }

  #finish(): void {
    this.#ended.abort()
    this.#leaveSignal?.()
    this.#options.onEnd(this)
  }
}

/** All changes that a filter names. */
function changesIn({ uris = [], ...lists }: Filter): readonly Change[] {
  const types = (['tools', 'prompts', 'resources'] as const).filter((type) => lists[type] === true)
  return [...types.map((type) => ({ type })), ...uris.map((uri) => ({ type: 'resource' as const, uri }))]
}
