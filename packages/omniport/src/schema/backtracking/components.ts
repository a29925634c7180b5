/**
 * Returns the number of the strongly connected component of each node that can be reached from `roots`: nodes that can reach
 * each other have the same one.
 */
export function componentsOf(
  roots: Iterable<number>,
  next: (node: number) => readonly number[],
): ReadonlyMap<number, number> {
  const components = new Components(next)
  for (const root of roots) components.visit(root)
  return components.numbers
}

interface Visit {
  readonly node: number
  readonly successors: readonly number[]
  at: number
}

/** The algorithm of Tarjan, without recursion. */
class Components {
  readonly numbers = new Map<number, number>()
  readonly #next: (node: number) => readonly number[]
  readonly #order = new Map<number, number>()
  /** The earliest node in the order that is reachable, per node. */
  readonly #lowest = new Map<number, number>()
  readonly #open: number[] = []

  constructor(next: (node: number) => readonly number[]) {
    this.#next = next
  }

  visit(root: number): void {
    if (this.#order.has(root)) return
    const visits = [this.#enter(root)]
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const successor = visit.successors[visit.at]
      visit.at += 1
      if (successor === undefined) {
        visits.pop()
        this.#leave(visit.node)
        const outer = visits.at(-1)
        if (outer !== undefined) this.#lower(outer.node, this.#lowest.get(visit.node) ?? 0)
      } else if (!this.#order.has(successor)) visits.push(this.#enter(successor))
      else if (!this.numbers.has(successor)) this.#lower(visit.node, this.#order.get(successor) ?? 0)
    }
  }

  #enter(node: number): Visit {
    const order = this.#order.size
    this.#order.set(node, order)
    this.#lowest.set(node, order)
    this.#open.push(node)
    return { node, successors: this.#next(node), at: 0 }
  }

  #leave(node: number): void {
    const order = this.#order.get(node) ?? 0
    if (this.#lowest.get(node) !== order) return
    for (let member = this.#open.pop(); member !== undefined; member = this.#open.pop()) {
      this.numbers.set(member, order)
      if (member === node) return
    }
  }

  #lower(node: number, order: number): void {
    if (order < (this.#lowest.get(node) ?? 0)) this.#lowest.set(node, order)
  }
}
