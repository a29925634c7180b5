import type { RpcId, RpcNotification } from '../../../jsonrpc/messages/messages.js'

/**
 * Listeners for progress that comes after the response: the token of a call stays valid as long as its task.
 *
 * spec: 2025-11-25 basic/utilities/tasks#task-progress-notifications
 */
export class ProgressListeners {
  readonly #listeners = new Map<RpcId, (notification: RpcNotification) => void>()

  /** Calls `listener` until the returned function is called. */
  listen(token: RpcId, listener: (notification: RpcNotification) => void): () => void {
    this.#listeners.set(token, listener)
    return () => {
      this.#listeners.delete(token)
    }
  }

  notify(notification: RpcNotification): void {
    const token = notification.params?.['progressToken']
    this.#listeners.get(token as RpcId)?.(notification) // undefined for other types
  }
}
