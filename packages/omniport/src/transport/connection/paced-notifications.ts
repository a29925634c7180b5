import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { NotificationBuffer } from '../exchange/notification-buffer.js'

/** The channel that notifications are sent over. */
export interface PacedNotificationsOptions {
  readonly send: (message: RpcNotification) => void
  /** Returns true while more waits for the client than should. */
  readonly isFull: () => boolean
  /** Called when the first of several consecutive messages is dropped. */
  readonly onDrop: () => void
}

/**
 * Sends notifications at the pace of the client. While the client does not read, changes are buffered, log messages and
 * progress are dropped, and other notifications are sent, since their number is bounded elsewhere.
 *
 * spec: server/utilities/logging#implementation-considerations
 */
export class PacedNotifications {
  readonly #options: PacedNotificationsOptions
  readonly #changes = new NotificationBuffer()
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
    else if (changeMethods.has(message.method)) this.#changes.add(message, message)
    else send(message)
  }

  /** Sends what was buffered, as far as there is room. */
  flush(): void {
    const { send, isFull } = this.#options
    if (!this.#changes.isEmpty) this.#changes.flush(send, () => !isFull())
  }

  /** Discards what was buffered for a subscription that ended. */
  discard(subscription: RpcId): void {
    this.#changes.discard(subscription)
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
