/**
 * Bytes that others make this process hold. Only a sum: each code that adds to it compares with the limit that applies there,
 * and removes what it added.
 */
export interface ByteBudget {
  readonly used: number
  /**
   * Counts `after` bytes instead of `before`, unless that is more than `most` together with the rest. Where there is no rest
   * anything fits, so that a limit below the size of one message does not refuse every message.
   */
  tryChange(before: number, after: number, most: number): boolean
  add(bytes: number): void
  remove(bytes: number): void
}

export function createByteBudget(): ByteBudget {
  return new CountedBytes()
}

class CountedBytes implements ByteBudget {
  #used = 0

  get used(): number {
    return this.#used
  }

  tryChange(before: number, after: number, most: number): boolean {
    const rest = this.#used - before
    if (rest > 0 && rest + after > most) return false
    this.#used = rest + after
    return true
  }

  add(bytes: number): void {
    this.#used += bytes
  }

  remove(bytes: number): void {
    this.#used -= bytes
  }
}
