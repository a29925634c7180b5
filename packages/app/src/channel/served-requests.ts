import { RpcError, type RpcErrorObject, type RpcId } from 'omniport/jsonrpc'
import type { JsonObject } from '../messages/methods.js'

/**
 * Serves a request of the other side: returns its result, or throws. An `RpcError` is answered as it is, anything else as
 * "Internal error". `signal` aborts when the other side cancels, and when the channel closes.
 */
export type ServeRequest = (method: string, params: JsonObject, signal: AbortSignal) => unknown

/** The answer to a request. */
export type Answer = { readonly result: unknown } | { readonly error: RpcErrorObject }

/** Requests of the other side that run at once; further ones are refused. */
const maxRunning = 100

/** The requests of the other side that run. Each is answered once, unless it was cancelled. */
export class ServedRequests {
  readonly #serve: ServeRequest
  readonly #onError: (reason: unknown) => void
  readonly #running = new Map<RpcId, AbortController>()

  constructor(serve: ServeRequest, onError: (reason: unknown) => void) {
    this.#serve = serve
    this.#onError = onError
  }

  /** Returns the answer; undefined when there is to be none: cancelled, or a request with this id runs. */
  async run(id: RpcId, method: string, params: JsonObject): Promise<Answer | undefined> {
    if (this.#running.has(id)) return undefined
    if (this.#running.size >= maxRunning) {
      return { error: { code: -32000, message: `Too many requests at once: at most ${maxRunning}` } }
    }
    const controller = new AbortController()
    const { signal } = controller
    this.#running.set(id, controller)
    try {
      const result = await this.#serve(method, params, signal)
      return signal.aborted ? undefined : { result }
    } catch (reason) {
      if (signal.aborted) return undefined
      if (!RpcError.is(reason)) this.#onError(reason)
      return { error: RpcError.from(reason).toObject() }
    } finally {
      this.#running.delete(id)
    }
  }

  cancel(id: unknown): void {
    this.#running.get(id as RpcId)?.abort() // another type finds nothing
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort()
  }
}
