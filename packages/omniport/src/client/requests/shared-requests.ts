import { waitFor } from '../../async/waiting/wait-for.js'
import { cloneJson } from '../../values/json/clone-json.js'

/** Makes equal requests that are under way at once one request on the wire. */
export class SharedRequests {
  readonly #pending = new Map<string, SharedRequest>()

  /**
   * Gives a copy of the result of the request under way with this key, or else of the one that `send` sends. A caller whose
   * signal aborts rejects with its reason; the request is cancelled when no caller waits for it any more.
   */
  async request<T extends object>(
    key: string,
    signal: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const shared = this.#pending.get(key) ?? this.#start(key, send)
    shared.waiting += 1
    try {
      return cloneJson(await waitFor(shared.result, { signal })) as T // `key` says which request, and so which result
    } finally {
      shared.waiting -= 1
      if (shared.waiting === 0 && this.#forget(key, shared)) shared.controller.abort(signal?.reason)
    }
  }

  #start(key: string, send: (signal: AbortSignal) => Promise<object>): SharedRequest {
    const controller = new AbortController()
    const shared = { result: send(controller.signal), controller, waiting: 0 }
    this.#pending.set(key, shared)
    const forget = () => this.#forget(key, shared)
    shared.result.then(forget, forget)
    return shared
  }

  /** False: it was over before. */
  #forget(key: string, shared: SharedRequest): boolean {
    return this.#pending.get(key) === shared && this.#pending.delete(key)
  }
}

interface SharedRequest {
  readonly result: Promise<object>
  readonly controller: AbortController
  /** Callers that wait for the result. */
  waiting: number
}
