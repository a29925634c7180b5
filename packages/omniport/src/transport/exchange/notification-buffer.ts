import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { LruList, type LruNode } from '../../values/maps/lru-list.js'

interface Entry<T> extends LruNode<Entry<T>> {
  readonly subscription: unknown
  readonly method: string
  readonly uri: unknown
  content: T
}

/** Tells if the newest notification of a method says all that earlier ones with the same URI said. */
export function isChange(method: string): boolean {
  return changeMethods.has(method)
}

const changeMethods: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])

/** The entries of one subscription, by method and URI. Of a text made of both there would be a copy for each. */
type Entries<T> = Map<string, Map<unknown, Entry<T>>>

/**
 * Notifications that cannot be sent yet, each as `T`. Of those with the same method, URI and subscription it keeps the newest,
 * in the position of the first.
 */
export class NotificationBuffer<T = RpcNotification> {
  /** All, the oldest first. */
  readonly #order = new LruList<Entry<T>>()
  readonly #bySubscription = new Map<unknown, Entries<T>>()

  get isEmpty(): boolean {
    return this.#order.oldest === undefined
  }

  add({ method, params }: RpcNotification, content: T): void {
    const meta = params?.['_meta'] as { readonly [name: string]: unknown } | null | undefined
    const subscription = meta?.[metaKeys.subscriptionId]
    const uri = params?.['uri']
    const existing = this.#bySubscription.get(subscription)?.get(method)?.get(uri)
    if (existing === undefined) this.#insert({ subscription, method, uri, content, older: undefined, newer: undefined })
    else existing.content = content
  }

  /** Sends and removes what is buffered, the oldest first, until `sink` is full. */
  flush(send: (content: T) => void, sink?: { readonly full?: boolean | undefined }): void {
    for (let entry = this.#order.oldest; entry !== undefined; entry = this.#order.oldest) {
      if (sink?.full === true) return
      this.#remove(entry)
      send(entry.content)
    }
  }

  /** Removes the notifications of a subscription that ended. */
  discard(subscription: RpcId): void {
    for (const entries of this.#bySubscription.get(subscription)?.values() ?? [])
      for (const entry of entries.values()) this.#order.delete(entry)
    this.#bySubscription.delete(subscription)
  }

  #insert(entry: Entry<T>): void {
    const { subscription, method, uri } = entry
    const methods: Entries<T> = this.#bySubscription.get(subscription) ?? new Map()
    const entries = methods.get(method) ?? new Map<unknown, Entry<T>>()
    this.#bySubscription.set(subscription, methods.set(method, entries.set(uri, entry)))
    this.#order.touch(entry)
  }

  #remove(entry: Entry<T>): void {
    const { subscription, method, uri } = entry
    this.#order.delete(entry)
    const methods = this.#bySubscription.get(subscription)
    const entries = methods?.get(method)
    entries?.delete(uri)
    if (entries?.size === 0) methods?.delete(method)
    if (methods?.size === 0) this.#bySubscription.delete(subscription)
  }
}
