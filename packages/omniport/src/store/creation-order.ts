/** A link of a chain, oldest first. */
interface Link {
  isGone: boolean
  /** Of one that is gone: what was before it when it went, and may be gone too by now. */
  older: Link | undefined
  newer: Place | undefined
}

/** Where an id is, or was. */
interface Place extends Link {
  readonly id: string
  readonly line: Line
}

/** The places of one owner: the link before the first of them. */
interface Line extends Link {
  readonly owner: string
  newest: Link
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
  readonly #lines = new Map<string, Line>()
  readonly #places = new Map<string, Place>()
  /** What is gone and remembered, as a ring: the latest overwrites the one that went first. */
  readonly #gone: Place[] = []
  #deletions = 0

  /** @param maxRemembered how many places are remembered that are gone, the latest ones. */
  constructor(maxRemembered: number) {
    this.#maxRemembered = maxRemembered
  }

  /** Adds an id, which must not be there, as the newest of an owner. */
  add(id: string, owner: string): void {
    const line = this.#lines.get(owner) ?? this.#open(owner)
    const place: Place = { id, line, isGone: false, older: line.newest, newer: undefined }
    line.newest.newer = place
    line.newest = place
    line.places++
    this.#places.set(id, place)
  }

  /** Does nothing when the id is not there. */
  delete(id: string): void {
    const place = this.#places.get(id)
    if (place === undefined || place.isGone) return
    const { line, older = line, newer } = place
    older.newer = newer
    if (newer === undefined) line.newest = older
    else newer.older = older
    place.isGone = true
    place.newer = undefined
    this.#remember(place)
  }

  /** At most `limit` ids of an owner, from the first on or those after an id. Undefined: that id has no place among them. */
  list(owner: string, after: string | undefined, limit: number): readonly string[] | undefined {
    const line = this.#lines.get(owner)
    if (after === undefined) return line === undefined ? [] : idsAfter(line, limit)
    const place = this.#places.get(after)
    return place === undefined || place.line !== line ? undefined : idsAfter(lastingLink(place), limit)
  }

  #open(owner: string): Line {
    const line: Omit<Line, 'newest'> = { owner, isGone: false, older: undefined, newer: undefined, places: 0 }
    const opened = Object.assign(line, { newest: line })
    this.#lines.set(owner, opened)
    return opened
  }

  #remember(place: Place): void {
    const index = this.#deletions++ % this.#maxRemembered
    const first = this.#gone[index]
    this.#gone[index] = place
    if (first !== undefined) this.#forget(first)
  }

  #forget(place: Place): void {
    const { id, line } = place
    if (this.#places.get(id) === place) this.#places.delete(id)
    line.places--
    if (line.places === 0) this.#lines.delete(line.owner)
  }
}

/** The nearest older link that is there, if not this one. All links on the way lead straight to it from now on. */
function lastingLink(from: Link): Link {
  let lasting = from
  while (lasting.isGone && lasting.older !== undefined) lasting = lasting.older
  for (let link = from; link.isGone && link.older !== undefined; ) {
    const next = link.older
    link.older = lasting
    link = next
  }
  return lasting
}

function idsAfter(link: Link, limit: number): readonly string[] {
  const ids: string[] = []
  for (let place = link.newer; place !== undefined && ids.length < limit; place = place.newer) ids.push(place.id)
  return ids
}
