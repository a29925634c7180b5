import { isId } from '../../jsonrpc/messages/is-id.js'
import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'
import { isObject } from '../../values/json/is-object.js'

/**
 * Notifications that cannot be sent yet, each as `T`. Of those with the same method, URI and subscription it keeps the newest,
 * in the position of the first.
 */
export class NotificationBuffer<T = RpcNotification> {
  // Created on first use: most connections never buffer anything.
  #entries: Map<string, { readonly subscription: RpcId | undefined; readonly content: T }> | undefined

  get isEmpty(): boolean {
    return this.#entries === undefined || this.#entries.size === 0
  }

  add(message: RpcNotification, content: T): void {
    const subscription = subscriptionOf(message)
    const key = JSON.stringify([message.method, String(message.params?.['uri'] ?? ''), subscription])
    this.#entries ??= new Map()
    this.#entries.set(key, { subscription, content })
  }

  /** Sends and removes what is buffered, the oldest first, as long as `canSend` returns true. */
  flush(send: (content: T) => void, canSend: () => boolean = () => true): void {
    if (this.#entries === undefined) return
    for (const [key, { content }] of this.#entries) {
      if (!canSend()) return
      this.#entries.delete(key)
      send(content)
    }
  }

  /** Removes the notifications of a subscription that ended. */
  discard(subscription: RpcId): void {
    if (this.#entries === undefined) return
    for (const [key, entry] of this.#entries) if (entry.subscription === subscription) this.#entries.delete(key)
  }
}

function subscriptionOf({ params }: RpcNotification): RpcId | undefined {
  const meta = params?.['_meta']
  const id = isObject(meta) ? meta[metaKeys.subscriptionId] : undefined
  return isId(id) ? id : undefined
}
