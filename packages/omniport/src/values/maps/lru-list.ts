/** An item of a `LruList`: its neighbours there. Only the list writes them. */
export interface LruNode<Item> {
  older: Item | undefined
  newer: Item | undefined
}

/**
 * Items in the order in which they were last touched; every operation takes constant time. (In a `Map`, finding the first
 * entry takes longer with every entry that was deleted before it.) An item is in one list at most.
 */
export class LruList<Item extends LruNode<Item>> {
  #oldest: Item | undefined
  #newest: Item | undefined

  get oldest(): Item | undefined {
    return this.#oldest
  }

  /** Makes an item the newest, whether or not it was there. */
  touch(item: Item): void {
    this.delete(item)
    item.older = this.#newest
    if (item.older === undefined) this.#oldest = item
    else item.older.newer = item
    this.#newest = item
  }

  /** Does nothing when the item is not there. */
  delete(item: Item): void {
    const { older, newer } = item
    if (older === undefined && this.#oldest !== item) return
    if (older === undefined) this.#oldest = newer
    else older.newer = newer
    if (newer === undefined) this.#newest = older
    else newer.older = older
    item.older = undefined
    item.newer = undefined
  }
}
