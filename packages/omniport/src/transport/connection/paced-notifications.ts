import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { isChange, NotificationBuffer } from '../exchange/notification-buffer.js'
import type { MessageSink } from './message-sink.js'

/**
 * Sends notifications at the pace of the client. While the client does not read, changes are buffered, log messages and
 * progress are dropped, and other notifications are sent, since their number is bounded elsewhere.
 * spec: server/utilities/logging#implementation-considerations
 */
export class PacedNotifications {
  readonly #sink: MessageSink
  readonly #onDrop: () => void
  readonly #changes = new NotificationBuffer()
  #isDropping = false

  /** `onDrop` is called when the first of several consecutive messages is dropped. */
  constructor(sink: MessageSink, onDrop: () => void) {
    this.#sink = sink
    this.#onDrop = onDrop
  }

  /** `id` is that of the request that the message belongs to. */
  send(message: RpcNotification, id?: RpcId): void {
    if (this.#sink.full !== true) {
      this.flush()
      this.#isDropping = false
      this.#sendNow(message, id)
    } else if (droppableMethods.has(message.method)) this.#drop()
    else if (isChange(message.method)) this.#changes.add(message, message)
    else this.#sink.send(message)
  }

  /** Sends what was buffered, as far as there is room. */
  flush(): void {
    if (!this.#changes.isEmpty) this.#changes.flush((message) => this.#sink.send(message), this.#sink)
  }

  /** Discards what was buffered for a subscription that ended. */
  discard(subscription: RpcId): void {
    this.#changes.discard(subscription)
  }

  #sendNow(message: RpcNotification, id: RpcId | undefined): void {
    const sink = this.#sink
    if (id === undefined || sink.sendReport === undefined || message.method !== 'notifications/progress')
      sink.send(message)
    else sink.sendReport(message, id)
  }

  #drop(): void {
    if (this.#isDropping) return
    this.#isDropping = true
    this.#onDrop()
  }
}

const droppableMethods: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress'])
