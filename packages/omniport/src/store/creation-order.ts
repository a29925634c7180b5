/** A link of a chain, oldest first. */
interface OrderNode {
  isDeleted: boolean
  /** Of one that is gone: what was before it when it went, and may be gone too by now. */
  older: OrderNode | undefined
  newer: Place | undefined
}

/** Where an id is, or was. */
interface Place extends OrderNode {
  readonly id: string
  readonly ownerList: OwnerList
}

/** The places of one owner: the link before the first of them. */
interface OwnerList extends OrderNode {
  readonly owner: string
  newest: OrderNode
  /** Of those that are there and those that are remembered. */
  places: number
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
  readonly #places = new Map<string, Place>()
  /** What is gone and remembered, as a ring: the latest overwrites the one that went first. */
  readonly #deleted: Place[] = []
  #deletions = 0

  /** @param maxRemembered how many places are remembered that are gone, the latest ones. */
  constructor(maxRemembered: number) {
    this.#maxRemembered = maxRemembered
  }

  /** Adds an id, which must not be there, as the newest of an owner. */
  add(id: string, owner: string): void {
    const ownerList = this.#ownerLists.get(owner) ?? this.#createOwnerList(owner)
    const place: Place = { id, ownerList, isDeleted: false, older: ownerList.newest, newer: undefined }
    ownerList.newest.newer = place
    ownerList.newest = place
    ownerList.places++
    this.#places.set(id, place)
  }

  /** Does nothing when the id is not there. */
  delete(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined || place.isDeleted) return
    const { ownerList, older = ownerList, newer } = place
    older.newer = newer
    if (newer === undefined) ownerList.newest = older
    else newer.older = older
    place.isDeleted = true
    place.newer = undefined
    this.#remember(place)
  }

  /** At most `limit` ids of an owner, from the first on or those after an id. Undefined: that id has no place among them. */
  list(owner: string, after: string | undefined, limit: number): readonly string[] | undefined {
    const ownerList = this.#ownerLists.get(owner)
    if (after === undefined) return ownerList === undefined ? [] : idsAfter(ownerList, limit)
    const place = this.#places.get(after)
    return place === undefined || place.ownerList !== ownerList ? undefined : idsAfter(nearestRemaining(place), limit)
  }

  #createOwnerList(owner: string): OwnerList {
    const ownerList: Omit<OwnerList, 'newest'> = { owner, isDeleted: false, older: undefined, newer: undefined, places: 0 }
    const created = Object.assign(ownerList, { newest: ownerList })
    this.#ownerLists.set(owner, created)
    return created
  }

  #remember(place: Place): void {
    const index = this.#deletions++ % this.#maxRemembered
    const first = this.#deleted[index]
    this.#deleted[index] = place
    if (first !== undefined) this.#forget(first)
  }

  #forget(place: Place): void {
    const { id, ownerList } = place
    if (this.#places.get(id) === place) this.#places.delete(id)
    ownerList.places--
    if (ownerList.places === 0) this.#ownerLists.delete(ownerList.owner)
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
  for (let place = node.newer; place !== undefined && ids.length < limit; place = place.newer) ids.push(place.id)
  return ids
}
