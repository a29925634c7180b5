/** A link of a chain, oldest first. */
interface OrderNode {
  isDeleted: boolean
  /** Of one that is gone: what was before it when it went, and may be gone too by now. */
  older: OrderNode | undefined
  newer: OrderEntry | undefined
}

/** Where an id is, or was. */
interface OrderEntry extends OrderNode {
  readonly id: string
  readonly ownerList: OwnerList
}

/** The places of one owner: the link before the first of them. */
interface OwnerList extends OrderNode {
  readonly owner: string
  newest: OrderNode
  /** Of those that are there and those that are remembered. */
  entryCount: number
}

/**
 * The ids of each owner in the order they were added. Adding, deleting and finding a place take constant time (amortised),
 * whatever number of ids there are or were.
 *
 * The links of a place that is gone lead over older ones to one that is there. New ones only come after all others, so what
 * follows that one is what follows the place. Those in between went later than the place: where places are forgotten in
 * the order they went, none is held by another.
 */
export class CreationOrder {
  readonly #maxRemembered: number
  readonly #ownerLists = new Map<string, OwnerList>()
  readonly #entries = new Map<string, OrderEntry>()
  /** What is gone and remembered, as a ring: the latest overwrites the one that went first. */
  readonly #deleted: OrderEntry[] = []
  #deletions = 0

  /** @param maxRemembered how many places are remembered that are gone, the latest ones. */
  constructor(maxRemembered: number) {
    this.#maxRemembered = maxRemembered
  }

  /** Adds an id, which must not be there, as the newest of an owner. */
  add(id: string, owner: string): void {
    const ownerList = this.#ownerLists.get(owner) ?? this.#createOwnerList(owner)
    const entry: OrderEntry = { id, ownerList, isDeleted: false, older: ownerList.newest, newer: undefined }
    ownerList.newest.newer = entry
    ownerList.newest = entry
    ownerList.entryCount++
    this.#entries.set(id, entry)
  }

  /** Does nothing when the id is not there. */
  delete(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined || entry.isDeleted) return
    const { ownerList, older = ownerList, newer } = entry
    older.newer = newer
    if (newer === undefined) ownerList.newest = older
    else newer.older = older
    entry.isDeleted = true
    entry.newer = undefined
    this.#remember(entry)
  }

  /** At most `limit` ids of an owner, from the first on or those after an id. Undefined: that id has no place among them. */
  list(owner: string, after: string | undefined, limit: number): readonly string[] | undefined {
    const ownerList = this.#ownerLists.get(owner)
    if (after === undefined) return ownerList === undefined ? [] : idsAfter(ownerList, limit)
    const entry = this.#entries.get(after)
    return entry === undefined || entry.ownerList !== ownerList ? undefined : idsAfter(nearestRemaining(entry), limit)
  }

  #createOwnerList(owner: string): OwnerList {
    const ownerList: Omit<OwnerList, 'newest'> = {
      owner,
      isDeleted: false,
      older: undefined,
      newer: undefined,
      entryCount: 0,
    }
    const created = Object.assign(ownerList, { newest: ownerList })
    this.#ownerLists.set(owner, created)
    return created
  }

  #remember(entry: OrderEntry): void {
    const index = this.#deletions++ % this.#maxRemembered
    const first = this.#deleted[index]
    this.#deleted[index] = entry
    if (first !== undefined) this.#forget(first)
  }

  #forget(entry: OrderEntry): void {
    const { id, ownerList } = entry
    if (this.#entries.get(id) === entry) this.#entries.delete(id)
    ownerList.entryCount--
    if (ownerList.entryCount === 0) this.#ownerLists.delete(ownerList.owner)
  }
}

/** The nearest older link that is there, if not this one. All links on the way lead straight to it from now on. */
function nearestRemaining(from: OrderNode): OrderNode {
  let remaining = from
  while (remaining.isDeleted && remaining.older !== undefined) remaining = remaining.older
  for (let node = from; node.isDeleted && node.older !== undefined; ) {
    const next = node.older
    node.older = remaining
    node = next
  }
  return remaining
}

function idsAfter(node: OrderNode, limit: number): readonly string[] {
  const ids: string[] = []
  for (let entry = node.newer; entry !== undefined && ids.length < limit; entry = entry.newer) ids.push(entry.id)
  return ids
}
