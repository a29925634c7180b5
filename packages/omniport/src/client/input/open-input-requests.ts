import type { Clock } from '../../async/runtime/clock.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'

/** An input request whose handler is running. */
export interface OpenInputRequest {
  /** The request of this side that it belongs to. Undefined where the transport does not tell, such as stdio. */
  readonly cause: RpcId | undefined
}

/** Pauses timers while an input request is open. */
export interface OpenInputRequestListener {
  readonly onOpen: (request: OpenInputRequest) => void
  /** The input request was answered or given up, or its time is over. */
  readonly onClose: (request: OpenInputRequest) => void
}

export interface TrackOptions {
  readonly cause: OpenInputRequest['cause']
  /** Aborts when the answer is not needed any more. */
  readonly signal: AbortSignal
}

export interface OpenInputRequestsOptions {
  readonly clock: Clock
  /** An input request pauses timers for this long at most. */
  readonly questionMs: number
}

export class OpenInputRequests {
  /** The request of this side on whose stream the message came that is being delivered. */
  deliveredWith: RpcId | undefined
  readonly #options: OpenInputRequestsOptions
  readonly #listeners = new Set<OpenInputRequestListener>()
  readonly #pausing = new Set<OpenInputRequest>()
  #announced: { readonly id: RpcId; readonly cause: RpcId } | undefined
  #size = 0

  constructor(options: OpenInputRequestsOptions) {
    this.#options = options
  }

  /** Counts input requests that are not answered, even after their time. */
  get size(): number {
    return this.#size
  }

  /** The input request `id`, which comes next, belongs to the request `cause`. */
  setCause(id: RpcId, cause: RpcId): void {
    this.#announced = { id, cause }
  }

  /** The request that the input request `id`, which came last, belongs to. */
  causeOf(id: RpcId | undefined): RpcId | undefined {
    const announced = this.#announced
    this.#announced = undefined
    return announced !== undefined && announced.id === id ? announced.cause : undefined
  }

  /** Counts an input request as open while `answer` runs. */
  async track<T>(answer: () => T | Promise<T>, { cause, signal }: TrackOptions): Promise<T> {
    const end = this.#begin({ cause })
    this.#size += 1
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    try {
      return await answer()
    } finally {
      this.#size -= 1
      signal.removeEventListener('abort', end)
      end()
    }
  }

  /** Calls `listener` for input requests in time, first the open ones, until the returned function is called. */
  listen(listener: OpenInputRequestListener): () => void {
    this.#listeners.add(listener)
    for (const request of [...this.#pausing]) listener.onOpen(request)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Returns the function that ends the input request. */
  #begin(request: OpenInputRequest): () => void {
    const { clock, questionMs } = this.#options
    const end = () => {
      stop()
      if (!this.#pausing.delete(request)) return
      for (const { onClose } of [...this.#listeners]) onClose(request)
    }
    const stop = clock.after(questionMs, end)
    this.#pausing.add(request)
    for (const { onOpen } of [...this.#listeners]) onOpen(request)
    return end
  }
}
