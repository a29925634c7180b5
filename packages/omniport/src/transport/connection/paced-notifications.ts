import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { metaKeys } from '../../protocol/meta/meta-keys.js'

/** Where notices go. */
export interface PacedNotificationsOptions {
  readonly send: (message: RpcNotification) => void
  /** Whether as much waits for the client as may. */
  readonly isFull: () => boolean
  /** Called when the first of a row of messages is left out. */
  readonly onDrop: () => void
}

/**
 * What a server tells a client that does not read: of equal notices of changes one waits, log messages and progress are left
 * out. Everything else belongs to something that is bounded itself.
 *
 * spec: server/utilities/logging#implementation-considerations
 */
export class PacedNotifications {
  readonly #options: PacedNotificationsOptions
  readonly #pendingChanges = new Map<string, RpcNotification>()
  #isDropping = false

  constructor(options: PacedNotificationsOptions) {
    this.#options = options
  }

  send(message: RpcNotification): void {
    const { send, isFull } = this.#options
    if (!isFull()) {
      this.flush()
      this.#isDropping = false
      send(message)
    } else if (droppableMethods.has(message.method)) this.#drop()
    else if (changeMethods.has(message.method)) this.#pendingChanges.set(JSON.stringify(message), message)
    else send(message)
  }

  /** Less waits than before. */
  flush(): void {
    for (const [key, message] of this.#pendingChanges) {
      if (this.#options.isFull()) return
      this.#pendingChanges.delete(key)
      this.#options.send(message)
    }
  }

  /** What waits for a subscription that is over is not sent any more. */
  forget(subscription: RpcId): void {
    for (const [key, { params }] of this.#pendingChanges) {
      const meta = params?.['_meta'] as { readonly [name: string]: unknown } | undefined // made by a subscription
      if (meta?.[metaKeys.subscriptionId] === subscription) this.#pendingChanges.delete(key)
    }
  }

  #drop(): void {
    if (this.#isDropping) return
    this.#isDropping = true
    this.#options.onDrop()
  }
}

const droppableMethods: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress'])

const changeMethods: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
])
