import { onAbort } from './on-abort.js'

/** A controller whose signal also aborts when one of some other signals does. Its creator must unlink it. */
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

  unlink(): void {
    for (const removeListener of this.#removeListeners) removeListener()
  }
}
