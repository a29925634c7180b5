/** A request of the other side while its handler runs. Its signal is created on first use. */
export class RunningRequest {
  #controller: AbortController | undefined
  #aborted: { readonly reason: unknown } | undefined

  get isAborted(): boolean {
    return this.#aborted !== undefined
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason)
    }
    return this.#controller.signal
  }

  abort(reason?: unknown): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }
}
