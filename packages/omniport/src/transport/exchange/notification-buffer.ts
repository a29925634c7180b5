import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'

/**
 * Notifications that cannot be sent yet, each as `T`. Of those with the same method, URI and subscription it keeps the newest,
 * in the position of the first.
 */
export class NotificationBuffer<T = RpcNotification> {
  readonly #entries = new Map<string, { readonly subscription: unknown; readonly content: T }>()

  get isEmpty(): boolean {
    return this.#entries.size === 0
  }

  /** @throws TypeError when JSON cannot carry the URI. */
  add({ method, params }: RpcNotification, content: T): void {
    const meta = params?.['_meta'] as { readonly [name: string]: unknown } | null | undefined
    const subscription = meta?.[metaKeys.subscriptionId]
    this.#entries.set(JSON.stringify([method, params?.['uri'], subscription]), { subscription, content })
  }

  /** Sends and removes what is buffered, the oldest first, until `sink` is full. */
  flush(send: (content: T) => void, sink?: { readonly full?: boolean | undefined }): void {
    for (const [key, { content }] of this.#entries) {
      if (sink?.full === true) return
      this.#entries.delete(key)
      send(content)
    }
  }

  /** Removes the notifications of a subscription that ended. */
  discard(subscription: RpcId): void {
    for (const [key, entry] of this.#entries) if (entry.subscription === subscription) this.#entries.delete(key)
  }
}
