import { loadOnce } from '../../async/load-once.js'
import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { Logger } from '../../async/runtime/logger.js'
import type { Connection } from './connection.js'
import type { ConnectionBudget } from './connection-budget.js'
import type { BatchOptions } from './receive-batch.js'

export interface InboundValuesOptions {
  readonly connection: Connection
  readonly budget: ConnectionBudget
  readonly batchRules: Omit<BatchOptions, 'freeSlots'>
  /** The number of requests of a batch that may begin now. */
  readonly freeSlots: () => number
  /** Is told of a batch that is dropped because its code could not be loaded. */
  readonly logger: Logger
  /** Loads the code that serves batches. Default: that of this package. */
  readonly loadBatches?: (() => Promise<BatchModule>) | undefined
}

type BatchModule = Pick<typeof import('./receive-batch.js'), 'receiveBatch'>

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
  readonly #loadBatches: () => MaybePromise<BatchModule>
  #held: InboundValue[] | undefined
  #loading: Promise<void> | undefined
  #isClosed = false

  constructor(options: InboundValuesOptions) {
    this.#options = options
    this.#loadBatches = loadOnce<BatchModule>(options.loadBatches ?? (() => import('./receive-batch.js')))
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
    const { connection, budget, batchRules, freeSlots, logger } = this.#options
    const batches = this.#loadBatches()
    if (isPromise(batches)) {
      this.#held = [{ value: values, bytes }]
      this.#loading = batches.then(this.release, (error: unknown) => {
        logger.error('A batch could not be served', { error })
        this.#held?.shift()
        this.release()
      })
      return
    }
    budget.expect(values, bytes)
    batches.receiveBatch(connection, values, { ...batchRules, freeSlots: freeSlots() })
  }
}
