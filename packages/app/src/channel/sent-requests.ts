import { type Clock, OmniportError, RpcError, type RpcId } from 'omniport/jsonrpc'
import type { JsonObject } from '../messages/methods.js'
import { isObject, type Message } from './read-message.js'

/** The time that a request may take, and a signal to give it up. */
export interface RequestOptions {
  /** Milliseconds; `Infinity` waits as long as it takes. */
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A request and its end. */
interface SentOptions extends RequestOptions {
  readonly method: string
  /** Called when the time is over or the signal aborts. */
  onGiveUp(reason: string): void
}

interface SentRequest {
  readonly method: string
  resolve(result: JsonObject): void
  reject(reason: unknown): void
}

/** The requests of this side that have no answer. Each settles once: answered, given up or closed. */
export class SentRequests {
  readonly #clock: Clock
  readonly #requests = new Map<RpcId, SentRequest>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits for the answer to `id`. */
  add(id: RpcId, options: SentOptions): Promise<JsonObject> {
    const { method, timeoutMs = Number.POSITIVE_INFINITY, signal, onGiveUp } = options
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown, text: string) => {
        this.#take(id)?.reject(reason)
        onGiveUp(text)
      }
      const onAbort = () => giveUp(signal?.reason, 'The caller cancelled')
      const onTimeout = () => {
        const text = `${method}: no answer within ${timeoutMs} ms`
        giveUp(new OmniportError('timeout', text), text)
      }
      const stopTimer = timeoutMs === Number.POSITIVE_INFINITY ? undefined : this.#clock.after(timeoutMs, onTimeout)
      signal?.addEventListener('abort', onAbort)
      const end = () => {
        stopTimer?.()
        signal?.removeEventListener('abort', onAbort)
      }
      this.#requests.set(id, {
        method,
        resolve: (result) => {
          end()
          resolve(result)
        },
        reject: (reason) => {
          end()
          reject(reason)
        },
      })
    })
  }

  /** Settles the request that a response answers. A response to no request is ignored. */
  settle(response: Message & { readonly kind: 'result' | 'error' }): void {
    const request = this.#take(response.id)
    if (request === undefined) return
    if (response.kind === 'error') {
      const { code, message, data } = response.error
      request.reject(new RpcError(code, message, data))
    } else if (isObject(response.result)) {
      request.resolve(response.result)
    } else {
      request.reject(new OmniportError('invalid_result', `${request.method}: the result must be an object`))
    }
  }

  /** Rejects one request. */
  fail(id: RpcId, reason: unknown): void {
    this.#take(id)?.reject(reason)
  }

  /** Rejects all of them. */
  closeAll(toReason: (method: string) => unknown): void {
    for (const [id, { method }] of [...this.#requests]) this.fail(id, toReason(method))
  }

  #take(id: RpcId): SentRequest | undefined {
    const request = this.#requests.get(id)
    this.#requests.delete(id)
    return request
  }
}
