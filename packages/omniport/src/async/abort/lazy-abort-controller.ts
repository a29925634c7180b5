/** An abort controller that makes its signal on first use, since a signal costs more than the rest of a request. */
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

  get signal(): AbortSignal {
    this.#controller ??= createAbortController(this.#aborted)
    return this.#controller.signal
  }

  /** Calls `listener` on abort, or at once if this is aborted. A second listener replaces the first. */
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

  unlisten(): void {
    this.#listener = undefined
  }

  /** @throws the reason, if this is aborted. */
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
