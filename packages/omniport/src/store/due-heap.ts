/** What a `DueHeap` orders. Both members are the heap's to write while it holds the item. */
export interface Due {
  /** Smaller comes first. */
  due: number
  /** Where the heap has it. */
  index: number
}

/** Items by the time they are due: the first is at hand, and adding or deleting one takes logarithmic time. */
export class DueHeap<Item extends Due> {
  readonly #items: Item[] = []

  get first(): Item | undefined {
    return this.#items[0]
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#rise(item, this.#items.length - 1)
  }

  /** Takes out an item that it holds. */
  delete(item: Item): void {
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    if (last.due < item.due) this.#rise(last, item.index)
    else this.#sink(last, item.index)
  }

  /** Moves an item that it holds to another time. */
  move(item: Item, due: number): void {
    const isEarlier = due < item.due
    item.due = due
    if (isEarlier) this.#rise(item, item.index)
    else this.#sink(item, item.index)
  }

  #rise(item: Item, from: number): void {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = this.#items[above]
      if (parent === undefined || parent.due <= item.due) break
      this.#place(parent, index)
      index = above
    }
    this.#place(item, index)
  }

  #sink(item: Item, from: number): void {
    let index = from
    for (;;) {
      const child = this.#earlierChild(index)
      if (child === undefined || child.due >= item.due) break
      const below = child.index
      this.#place(child, index)
      index = below
    }
    this.#place(item, index)
  }

  #earlierChild(index: number): Item | undefined {
    const left = this.#items[2 * index + 1]
    const right = this.#items[2 * index + 2]
    return left !== undefined && right !== undefined && right.due < left.due ? right : left
  }

  #place(item: Item, index: number): void {
    this.#items[index] = item
    item.index = index
  }
}
