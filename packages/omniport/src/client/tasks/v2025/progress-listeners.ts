import type { RpcId, RpcNotification } from '../../../jsonrpc/messages/messages.js'

/**
 * Who hears of progress that comes after the answer: the token of a call that became a task is good as long as the task is.
 *
 * spec: 2025-11-25 basic/utilities/tasks#task-progress-notifications
 */
export class ProgressListeners {
  readonly #listeners = new Map<RpcId, (notification: RpcNotification) => void>()

  /** Until the returned function is called. */
  listen(token: RpcId, listener: (notification: RpcNotification) => void): () => void {
    this.#listeners.set(token, listener)
    return () => {
      this.#listeners.delete(token)
    }
  }

  /** Hands on what names a token. */
  notify(notification: RpcNotification): void {
    const token = notification.params?.['progressToken']
    this.#listeners.get(token as RpcId)?.(notification) // what is no id is not in there
  }
}
