import { onAbort } from '../async/abort/on-abort.js'
import type { RpcNotification, RpcRequest, RpcResponse } from '../jsonrpc/messages/messages.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { progressTokenOf } from '../transport/exchange/progress-reporter.js'
import { RawJson } from '../values/json/raw-json.js'
import { jsonBytes, nodeBytes } from '../values/memory/json-bytes.js'

/** How a round of a call ended: with a response, whose id each request replaces by its own, or with what was thrown. */
export type RoundEnd =
  | { readonly type: 'response'; readonly response: RpcResponse | undefined }
  | { readonly type: 'thrown'; readonly reason: unknown }

/** A request of the client, with the context that its transport made for it. */
export interface ClientRequest {
  readonly message: RpcRequest
  readonly exchange: Exchange
}

/** Settles a request of the client as a round ended. */
export async function settle({ message }: ClientRequest, end: RoundEnd): Promise<RpcResponse | undefined> {
  if (end.type === 'thrown') throw end.reason
  return end.response && { ...end.response, id: message.id }
}

/** The bytes that the end of a round takes in memory. */
export function bytesOf(end: RoundEnd): number {
  if (end.type === 'thrown') return nodeBytes
  const { result, error } = end.response ?? {}
  return (result instanceof RawJson ? result.bytes.length : jsonBytes(result)) + jsonBytes(error)
}

interface WaitingRequest extends ClientRequest {
  readonly resolve: (response: Promise<RpcResponse | undefined>) => void
  readonly stopListening: () => void
}

/** The requests that wait for the end of the same round: the first, and those that repeat it. */
export class WaitingRequests {
  readonly #waiting = new Set<WaitingRequest>()
  readonly #token: string | number | undefined
  readonly #onAbandoned: (reason: unknown) => void

  /** `first` began the call. `onAbandoned` is called when the last request that waits was cancelled. */
  constructor(first: RpcRequest, onAbandoned: (reason: unknown) => void) {
    this.#token = progressTokenOf(first)
    this.#onAbandoned = onAbandoned
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Settles as the round ends, or rejects when this request is cancelled, with the reason. */
  add({ message, exchange }: ClientRequest): Promise<RpcResponse | undefined> {
    const { signal } = exchange
    return new Promise((resolve, reject) => {
      const onAborted = () => {
        this.#waiting.delete(request)
        reject(signal.reason)
        if (this.#waiting.size === 0) this.#onAbandoned(signal.reason)
      }
      const request = { message, exchange, resolve, stopListening: onAbort(signal, onAborted) }
      this.#waiting.add(request)
      if (signal.aborted) onAborted()
    })
  }

  settleAll(end: RoundEnd): void {
    for (const request of this.#take()) {
      request.stopListening()
      request.resolve(settle(request, end))
    }
  }

  /** Sends a notification on the stream of each request. Progress gets the token of that request, and needs one. */
  notify(notification: RpcNotification): void {
    for (const { message, exchange } of this.#waiting) {
      const addressed = this.#withToken(notification, progressTokenOf(message))
      if (addressed !== undefined) exchange.notify(addressed)
    }
  }

  #take(): readonly WaitingRequest[] {
    const requests = [...this.#waiting]
    this.#waiting.clear()
    return requests
  }

  #withToken(notification: RpcNotification, token: string | number | undefined): RpcNotification | undefined {
    const { method, params } = notification
    if (method !== 'notifications/progress' || params?.['progressToken'] !== this.#token) return notification
    if (token === undefined) return undefined
    return token === this.#token ? notification : { ...notification, params: { ...params, progressToken: token } }
  }
}
