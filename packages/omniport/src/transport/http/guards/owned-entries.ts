/** Something that is counted for its owner: a principal, or the network of an anonymous client. */
export interface Owned {
  readonly owner: string
}

/** What is open, by owner, each owner's oldest first. Where there is no room, it finds what must go. */
export class OwnedEntries<Entry extends Owned> {
  readonly #byOwner = new Map<string, Set<Entry>>()
  #size = 0
  /** Of all owners: it needs no renewal, which is most of them where few clients send much. */
  #newest: Entry | undefined

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const entries = this.#byOwner.get(entry.owner)
    if (entries === undefined) this.#byOwner.set(entry.owner, new Set([entry]))
    else entries.add(entry)
    this.#newest = entry
    this.#size += 1
  }

  /** True if it was there. */
  delete(entry: Entry): boolean {
    const entries = this.#byOwner.get(entry.owner)
    if (entries?.delete(entry) !== true) return false
    if (entries.size === 0) this.#byOwner.delete(entry.owner)
    if (entry === this.#newest) this.#newest = undefined
    this.#size -= 1
    return true
  }

  /** Makes an entry the newest of its owner, if it is there. */
  renew(entry: Entry): void {
    if (entry === this.#newest) return
    const entries = this.#byOwner.get(entry.owner)
    if (entries?.delete(entry) !== true) return
    entries.add(entry)
    this.#newest = entry
  }

  /** Returns the string that the entries of `owner` have already, so that many entries share one. */
  sharedOwner(owner: string): string {
    for (const entry of this.#byOwner.get(owner) ?? []) return entry.owner
    return owner
  }

  countOf(owner: string): number {
    return this.#byOwner.get(owner)?.size ?? 0
  }

  /** The number of entries of the owner that has most. */
  get mostOfOne(): number {
    return this.#largest().size
  }

  /** The oldest entry that `mayGo`: of the owner that has most, else of any owner. */
  find(mayGo: (entry: Entry) => boolean): Entry | undefined {
    const found = findIn(this.#largest(), mayGo)
    if (found !== undefined) return found
    for (const entries of this.#byOwner.values()) {
      const other = findIn(entries, mayGo)
      if (other !== undefined) return other
    }
    return undefined
  }

  *[Symbol.iterator](): Generator<Entry> {
    for (const entries of this.#byOwner.values()) yield* entries
  }

  #largest(): ReadonlySet<Entry> {
    let largest: ReadonlySet<Entry> = new Set()
    for (const entries of this.#byOwner.values()) if (entries.size > largest.size) largest = entries
    return largest
  }
}

function findIn<Entry>(entries: Iterable<Entry>, mayGo: (entry: Entry) => boolean): Entry | undefined {
  for (const entry of entries) if (mayGo(entry)) return entry
  return undefined
}
