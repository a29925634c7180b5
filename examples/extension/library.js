/** A few texts, and whoever wants to hear of new ones. */
export class Library {
  #texts
  #listeners = new Set()

  constructor(texts) {
    this.#texts = [...texts]
  }

  find(words) {
    return this.#texts.filter((text) => text.includes(words))
  }

  add(text) {
    this.#texts.push(text)
    for (const listener of this.#listeners) listener(text)
  }

  /** Gives what ends it. */
  onAdd(listener) {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
