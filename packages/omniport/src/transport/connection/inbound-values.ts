import { loadOnce } from '../../async/load-once.js'
import { isPromise } from '../../async/maybe-promise.js'
import type { Connection } from './connection.js'
import type { ConnectionBudget } from './connection-budget.js'
import type { BatchOptions } from './receive-batch.js'

export interface InboundValuesOptions {
  readonly connection: Connection
  readonly budget: ConnectionBudget
  readonly batchRules: Omit<BatchOptions, 'freeSlots'>
  /** The number of requests of a batch that may begin now. */
  readonly freeSlots: () => number
  /** Receives the reason why a batch is dropped: its code could not be loaded. */
  readonly onError: (reason: unknown) => void
}

interface InboundValue {
  readonly value: unknown
  readonly bytes: number
}

/**
 * Passes values that arrive to a connection, in order: batches, and what arrives while it is held, since one of them has to end
 * before the next begins. All others go to the connection itself.
 */
export class InboundValues {
  readonly #options: InboundValuesOptions
  readonly #loadBatches = loadOnce(() => import('./receive-batch.js'))
  #held: InboundValue[] | undefined
  #loading: Promise<void> | undefined
  #isClosed = false

  constructor(options: InboundValuesOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Takes a batch, and anything while it is held or closed. False: the value is for the connection. Never throws. */
  accept(value: unknown, bytes: number): boolean {
    if (this.#isClosed) return true
    if (this.#held !== undefined) this.#held.push({ value, bytes })
    else if (Array.isArray(value)) this.#receiveBatch(value, bytes)
    else return false
    return true
  }

  hold(): void {
    this.#held = []
  }

  readonly release = (): void => {
    const held = this.#held ?? []
    this.#held = undefined
    const { connection, budget } = this.#options
    for (const { value, bytes } of held) {
      if (this.accept(value, bytes)) continue
      budget.expect(value, bytes)
      connection.receive(value)
    }
  }

  /** Resolves when no batch waits for the code that serves it. */
  async loaded(): Promise<void> {
    await this.#loading
  }

  /** Ignores everything from now on. */
  close(): void {
    this.#isClosed = true
  }

  /** Few clients send batches, so their code is loaded with the first of them. */
  #receiveBatch(values: readonly unknown[], bytes: number): void {
    const { connection, budget, batchRules, freeSlots, onError } = this.#options
    const batches = this.#loadBatches()
    if (isPromise(batches)) {
      this.#held = [{ value: values, bytes }]
      this.#loading = batches.then(this.release, (error: unknown) => {
        onError(error)
        this.#held?.shift()
        this.release()
      })
      return
    }
    budget.expect(values, bytes)
    batches.receiveBatch(connection, values, { ...batchRules, freeSlots: freeSlots() })
  }
}
