/** A signal that aborts with any of some others, or by itself. Whoever makes it unlinks it. */
export class LinkedAbort {
  readonly #controller = new AbortController()
  readonly #links: readonly (readonly [AbortSignal, () => void])[]

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    const given = signals.filter((signal) => signal !== undefined)
    this.#links = given.map((signal) => [signal, () => this.abort(signal.reason)] as const)
    for (const [signal, onAbort] of this.#links) {
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort, { once: true })
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  /** The others have no effect any more. */
  unlink(): void {
    for (const [signal, onAbort] of this.#links) signal.removeEventListener('abort', onAbort)
  }
}
