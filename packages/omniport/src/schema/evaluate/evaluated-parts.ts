/** The members and items of one value that keywords have evaluated; `unevaluated…` keywords skip them. */
export class EvaluatedParts {
  readonly #keys = new Set<string>()
  readonly #indices = new Set<number>()
  #itemsBefore = 0
  #allKeys = false

  addKey(key: string): void {
    this.#keys.add(key)
  }

  addAllKeys(): void {
    this.#allKeys = true
  }

  addIndex(index: number): void {
    this.#indices.add(index)
  }

  addItemsBefore(index: number): void {
    this.#itemsBefore = Math.max(this.#itemsBefore, index)
  }

  hasKey(key: string): boolean {
    return this.#allKeys || this.#keys.has(key)
  }

  hasIndex(index: number): boolean {
    return index < this.#itemsBefore || this.#indices.has(index)
  }

  add(other: EvaluatedParts): void {
    for (const key of other.#keys) this.#keys.add(key)
    for (const index of other.#indices) this.#indices.add(index)
    this.#itemsBefore = Math.max(this.#itemsBefore, other.#itemsBefore)
    this.#allKeys ||= other.#allKeys
  }
}
