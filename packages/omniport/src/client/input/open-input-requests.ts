import type { Clock } from '../../async/runtime/clock.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'

/** A question that somebody thinks about. */
export interface OpenInputRequest {
  /** The request of this side that it is asked for; undefined where nobody knows, as on a pipe. */
  readonly cause: RpcId | undefined
}

/** What those hear whose time stands still while a question is open. */
export interface OpenInputRequestListener {
  readonly onOpen: (request: OpenInputRequest) => void
  /** It was answered, nobody wants an answer any more, or its time is over. */
  readonly onClose: (request: OpenInputRequest) => void
}

/** One question, as it is counted. */
export interface TrackOptions {
  readonly cause: OpenInputRequest['cause']
  /** Aborts when nobody wants the answer any more. */
  readonly signal: AbortSignal
}

/** How questions are counted. */
export interface OpenInputRequestsOptions {
  readonly clock: Clock
  /** For how long calls wait for one. */
  readonly questionMs: number
}

/** The questions that people and models are thinking about. */
export class OpenInputRequests {
  readonly #options: OpenInputRequestsOptions
  readonly #listeners = new Set<OpenInputRequestListener>()
  readonly #pausing = new Set<OpenInputRequest>()
  #announced: { readonly id: RpcId; readonly cause: RpcId } | undefined
  #size = 0

  constructor(options: OpenInputRequestsOptions) {
    this.#options = options
  }

  /** Those that are not answered, however long that takes. */
  get size(): number {
    return this.#size
  }

  /** The question `id`, which is received next, is asked for the sake of the request `cause`. */
  setCause(id: RpcId, cause: RpcId): void {
    this.#announced = { id, cause }
  }

  /** What the question `id`, which is the last that was received, is asked for. */
  causeOf(id: RpcId | undefined): RpcId | undefined {
    const announced = this.#announced
    this.#announced = undefined
    return announced !== undefined && announced.id === id ? announced.cause : undefined
  }

  /** Counts one for as long as `answer` takes. */
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

  /** Tells `listener` of every question whose time is not over, those that are open already first, until the returned function is called. */
  listen(listener: OpenInputRequestListener): () => void {
    this.#listeners.add(listener)
    for (const request of [...this.#pausing]) listener.onOpen(request)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Gives what is to be called when nobody waits for the answer any more. */
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
