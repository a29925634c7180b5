/** Numbers that follow from a seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** At least 0, below 1. */
  next(): number {
    // mulberry32
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws RangeError when there is nothing to pick. */
  pick<T>(from: readonly T[]): T {
    if (from.length === 0) throw new RangeError('there is nothing to pick')
    return from[this.between(0, from.length - 1)] as T // there is one at each of these places
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255))
  }
}
