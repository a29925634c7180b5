import type { Change } from '../../client/subscriptions/listening.js'

/** A change that waits, and who announced it. */
interface WaitingChange {
  readonly change: Change
  readonly sources: Set<unknown>
}

/**
 * Passes changes on at the end of a turn. Those of one kind that several upstreams announce at once are one; each that one upstream
 * announces is passed on.
 */
export class ChangeBatch {
  readonly #deliver: (change: Change) => void
  #waiting: Map<string, WaitingChange> | undefined

  constructor(deliver: (change: Change) => void) {
    this.#deliver = deliver
  }

  add(change: Change, source?: unknown): void {
    if (this.#waiting === undefined) {
      this.#waiting = new Map()
      queueMicrotask(() => this.#flush())
    }
    const key = change.type === 'resource' ? `resource ${change.uri}` : change.type
    const waiting = this.#waiting.get(key)
    if (waiting?.sources.has(source) === true) this.#deliver(waiting.change)
    if (waiting === undefined || waiting.sources.has(source))
      this.#waiting.set(key, { change, sources: new Set([source]) })
    else waiting.sources.add(source)
  }

  #flush(): void {
    const waiting = this.#waiting?.values() ?? []
    this.#waiting = undefined
    for (const { change } of waiting) this.#deliver(change)
  }
}
