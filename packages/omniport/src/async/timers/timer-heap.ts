/** An item of a `TimerHeap`. Only the heap writes its members while it holds the item. */
export interface TimerHeapItem {
  /** Smaller comes first. */
  due: number
  index: number
}

/** Items by the time they are due. Reading the first takes constant time, adding or deleting one logarithmic time. */
export class TimerHeap<Item extends TimerHeapItem> {
  readonly #items: Item[] = []

  get first(): Item | undefined {
    return this.#items[0]
  }

  add(item: Item): void {
    this.#items.push(item)
    this.#siftUp(item, this.#items.length - 1)
  }

  delete(item: Item): void {
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    if (last.due < item.due) this.#siftUp(last, item.index)
    else this.#siftDown(last, item.index)
  }

  move(item: Item, due: number): void {
    const isEarlier = due < item.due
    item.due = due
    if (isEarlier) this.#siftUp(item, item.index)
    else this.#siftDown(item, item.index)
  }

  #siftUp(item: Item, from: number): void {
    let index = from
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = this.#items[above]
      if (parent === undefined || parent.due <= item.due) break
      this.#put(parent, index)
      index = above
    }
    this.#put(item, index)
  }

  #siftDown(item: Item, from: number): void {
    let index = from
    for (;;) {
      const child = this.#earlierChild(index)
      if (child === undefined || child.due >= item.due) break
      const below = child.index
      this.#put(child, index)
      index = below
    }
    this.#put(item, index)
  }

  #earlierChild(index: number): Item | undefined {
    const left = this.#items[2 * index + 1]
    const right = this.#items[2 * index + 2]
    return left !== undefined && right !== undefined && right.due < left.due ? right : left
  }

  #put(item: Item, index: number): void {
    this.#items[index] = item
    item.index = index
  }
}
