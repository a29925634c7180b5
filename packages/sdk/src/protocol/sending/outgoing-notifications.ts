import type { Transport } from '../../shared/transport.js'
import { type JSONRPCNotification, type Notification, RELATED_TASK_META_KEY } from '../../types.js'
import type { NotificationOptions } from '../protocol-options.js'
import type { TaskMessages } from '../tasks/task-messages.js'

export interface NotificationChannel {
  readonly debounced: readonly string[]
  transport(): Transport | undefined
  taskMessages(): TaskMessages
  onError(error: Error): void
}

/** Sends the notifications of this side: at once, once per turn, or with the result of a task. */
export class OutgoingNotifications {
  readonly #channel: NotificationChannel
  /** The methods that are sent with the next microtask. */
  readonly #pending = new Set<string>()

  constructor(channel: NotificationChannel) {
    this.#channel = channel
  }

  async send(transport: Transport, notification: Notification, options?: NotificationOptions): Promise<void> {
    const message = encodeNotification(notification, options)
    const taskId = options?.relatedTask?.taskId
    if (taskId) {
      const queued = { type: 'notification', message, timestamp: Date.now() } as const
      return this.#channel.taskMessages().enqueue(taskId, queued)
    }
    if (!this.#canCoalesce(notification, options)) return transport.send(message, options)
    if (this.#pending.has(message.method)) return
    this.#pending.add(message.method)
    queueMicrotask(() => this.#flush(message, options))
  }

  /** Drops what was not sent. */
  clear(): void {
    this.#pending.clear()
  }

  #flush(message: JSONRPCNotification, options: NotificationOptions | undefined): void {
    this.#pending.delete(message.method)
    this.#channel
      .transport()
      ?.send(message, options)
      .catch((error) => this.#channel.onError(error))
  }

  /** A notification with parameters or a place of its own says something that another does not. */
  #canCoalesce({ method, params }: Notification, options: NotificationOptions | undefined): boolean {
    if (params || options?.relatedRequestId || options?.relatedTask) return false
    return this.#channel.debounced.includes(method)
  }
}

function encodeNotification(notification: Notification, options: NotificationOptions | undefined): JSONRPCNotification {
  const relatedTask = options?.relatedTask
  if (relatedTask === undefined) return { ...notification, jsonrpc: '2.0' }
  const { params } = notification
  const _meta = { ...params?._meta, [RELATED_TASK_META_KEY]: relatedTask }
  return { ...notification, jsonrpc: '2.0', params: { ...params, _meta } }
}
