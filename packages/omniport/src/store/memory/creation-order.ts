/** A node of a linked list, oldest first. */
interface OrderNode {
  isDeleted: boolean
  /** The previous node; for a deleted node the one at its deletion, which may be deleted by now. */
  older: OrderNode | undefined
  newer: OrderEntry | undefined
}

/** The position of an id, or of a deleted one. */
interface OrderEntry extends OrderNode {
  readonly id: string
  readonly ownerList: OwnerList
}

/** The entries of one owner: the head of their list. */
interface OwnerList extends OrderNode {
  readonly owner: string
  newest: OrderNode
  /** Counts existing and remembered entries. */
  entryCount: number
}

/**
 * The ids of each owner in the order they were added. All operations take amortised constant time.
 *
 * A deleted entry points to older ones, up to one that exists. New entries come last, so the successors of that one are the
 * successors of the deleted entry. Entries between them were deleted later: since entries are forgotten in the order of
 * deletion, none is kept alive by another.
 */
export class CreationOrder {
  readonly #maxRemembered: number
  readonly #ownerLists = new Map<string, OwnerList>()
  readonly #entries = new Map<string, OrderEntry>()
  /** Deleted entries as a ring buffer: the latest overwrites the oldest. */
  readonly #deleted: OrderEntry[] = []
  #deletions = 0

  /** @param maxRemembered number of deleted entries to remember. */
  constructor(maxRemembered: number) {
    this.#maxRemembered = maxRemembered
  }

  /** Adds a new id as the newest of an owner. */
  add(id: string, owner: string): void {
    const ownerList = this.#ownerLists.get(owner) ?? this.#createOwnerList(owner)
    const entry: OrderEntry = { id, ownerList, isDeleted: false, older: ownerList.newest, newer: undefined }
    ownerList.newest.newer = entry
    ownerList.newest = entry
    ownerList.entryCount++
    this.#entries.set(id, entry)
  }

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

  /** Returns up to `limit` ids of an owner, from the first or after an id. Undefined if that id is unknown. */
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

/** Returns the node if it exists, else the nearest older one, and shortens the path to it. */
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
