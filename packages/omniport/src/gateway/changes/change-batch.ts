import type { Change } from '../../client/subscriptions/listening.js'

/** Passes changes on at the end of a turn, equal ones once: several upstreams may change at once. */
export class ChangeBatch {
  readonly #deliver: (change: Change) => void
  #waiting: Map<string, Change> | undefined

  constructor(deliver: (change: Change) => void) {
    this.#deliver = deliver
  }

  add(change: Change): void {
    if (this.#waiting === undefined) {
      this.#waiting = new Map()
      queueMicrotask(() => this.#flush())
    }
    this.#waiting.set(change.type === 'resource' ? `resource ${change.uri}` : change.type, change)
  }

  #flush(): void {
    const changes = this.#waiting?.values() ?? []
    this.#waiting = undefined
    for (const change of changes) this.#deliver(change)
  }
}
