/**
 * Has requests that were on their way when authorization failed fail with it: what a person declined once is not asked again
 * for each of them. Those that are sent later may try again.
 */
export class SharedFailure {
  readonly #sentAt = new WeakMap<object, number>()
  #now = 0
  #failure: { readonly at: number; readonly reason: unknown } | undefined

  /** These headers are about to be sent. */
  noteSent(headers: object): void {
    this.#now += 1
    this.#sentAt.set(headers, this.#now)
  }

  noteFailure(reason: unknown): void {
    this.#failure = { at: this.#now, reason }
  }

  /** @throws the failure that came after these headers were sent, if one did. */
  throwIfFailedSince(headers: object): void {
    const at = this.#sentAt.get(headers)
    if (this.#failure !== undefined && at !== undefined && at <= this.#failure.at) throw this.#failure.reason
  }
}
