/** Aborts once. Its signal is created on first use: that costs more than the rest of a request. */
export class LazyAbortController {
  #aborted: { readonly reason: unknown } | undefined
  #controller: AbortController | undefined
  #listener: ((reason: unknown) => void) | undefined

  get aborted(): boolean {
    return this.#aborted !== undefined
  }

  get reason(): unknown {
    return this.#aborted?.reason
  }

  /** Aborts when this does. */
  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#aborted)
    return this.#controller.signal
  }

  /** Calls `listener` once, at once if it is too late; of several the last one counts. */
  listen(listener: (reason: unknown) => void): void {
    if (this.#aborted === undefined) this.#listener = listener
    else listener(this.#aborted.reason)
  }

  abort(reason: unknown): void {
    if (this.#aborted !== undefined) return
    this.#aborted = { reason }
    this.#controller?.abort(reason)
    this.#listener?.(reason)
    this.#listener = undefined
  }

  /** Removes the listener. */
  unlisten(): void {
    this.#listener = undefined
  }

  /** @throws the reason, if it is aborted. */
  throwIfAborted(): void {
    if (this.#aborted !== undefined) throw this.#aborted.reason
  }
}

/** Creates a controller that is aborted already where `aborted` is given. */
export function createAbortController(aborted: { readonly reason: unknown } | undefined): AbortController {
  const controller = new AbortController()
  if (aborted !== undefined) controller.abort(aborted.reason)
  return controller
}
