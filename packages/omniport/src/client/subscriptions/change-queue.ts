import { OmniportError } from '../../values/errors/omniport-error.js'
import type { Change } from './listening.js'

type Waiter = { readonly resolve: (result: IteratorResult<Change>) => void; readonly reject: (reason: unknown) => void }

/**
 * A queue of changes in which equal changes become one. It ends or fails after the queued changes were read; later changes
 * are dropped.
 */
export class ChangeQueue {
  readonly #limit: number
  readonly #changes = new Map<string, Change>()
  #waiters: Waiter[] = []
  #end: { readonly reason: unknown } | undefined

  /** Beyond `limit` different changes the queue fails, since the reader would miss some. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get ended(): boolean {
    return this.#end !== undefined
  }

  push(change: Change): void {
    if (this.#end !== undefined) return
    const waiter = this.#waiters.shift()
    if (waiter !== undefined) waiter.resolve({ done: false, value: change })
    else this.#changes.set(change.type === 'resource' ? `resource ${change.uri}` : change.type, change)
    if (this.#changes.size <= this.#limit) return
    this.end(new OmniportError('limit', `More than ${this.#limit} different changes wait to be read`))
  }

  /** Ends, with an error if a reason is given. */
  end(reason?: unknown): void {
    if (this.#end !== undefined) return
    this.#end = { reason }
    const waiters = this.#waiters
    this.#waiters = []
    for (const [index, { resolve, reject }] of waiters.entries()) {
      if (reason !== undefined && index === 0) reject(this.#takeReason())
      else resolve(done)
    }
  }

  /** Ends at once, and drops the queued changes. */
  close(): void {
    this.#changes.clear()
    this.end()
    this.#end = { reason: undefined }
  }

  next(): Promise<IteratorResult<Change>> {
    const [first] = this.#changes
    if (first !== undefined) {
      const [key, value] = first
      this.#changes.delete(key)
      return Promise.resolve({ done: false, value })
    }
    if (this.#end === undefined) return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }))
    const reason = this.#takeReason()
    return reason === undefined ? Promise.resolve(done) : Promise.reject(reason)
  }

  /** Returns the error once; afterwards the iteration has ended. */
  #takeReason(): unknown {
    const reason = this.#end?.reason
    this.#end = { reason: undefined }
    return reason
  }
}

const done: IteratorResult<Change> = { done: true, value: undefined }
