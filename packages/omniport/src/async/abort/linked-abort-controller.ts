import { onAbort } from './on-abort.js'

/** A signal that aborts with any of some others, or by itself. Whoever makes it unlinks it. */
export class LinkedAbortController {
  readonly #controller = new AbortController()
  readonly #removeListeners: readonly (() => void)[]

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    const given = signals.filter((signal) => signal !== undefined)
    const aborted = given.find((signal) => signal.aborted)
    if (aborted !== undefined) this.abort(aborted.reason)
    this.#removeListeners = given.map((signal) => onAbort(signal, () => this.abort(signal.reason)))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  /** The others have no effect any more. */
  unlink(): void {
    for (const removeListener of this.#removeListeners) removeListener()
  }
}
