import { OmniportError } from '../../values/errors/omniport-error.js'
import type { JsonValue } from '../../values/json/json-value.js'
import type { StoreAnswer, StoreCall, StoreChannel, StoreControl, StoreName } from './store-channel.js'
import { fromStoreFailure } from './store-failure.js'

/** A call that waits: for its answer, or for events until then. */
interface Waiting {
  readonly resolve: (value: JsonValue) => void
  readonly reject: (reason: unknown) => void
  readonly onEvent: ((event: JsonValue) => void) | undefined
}

/** A call that stays open. */
export interface OpenStoreCall {
  readonly answered: Promise<JsonValue>
  /** Says that events were used up, so that more come. */
  taken(count: number): void
  /** Asks the other side to end it, which it answers. */
  end(): void
  /** Ends it without an answer: nothing more is heard of it. */
  forget(): void
}

/** Calls methods of stores at the other side of a channel. */
export class StoreClient {
  readonly #channel: StoreChannel
  readonly #stop: () => void
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #closed: OmniportError | undefined

  constructor(channel: StoreChannel) {
    this.#channel = channel
    this.#stop = channel.listen((message) => this.#receive(message as object as StoreAnswer)) // of `serveStores`
  }

  /** Rejects as the method does, and with OmniportError `closed` when the channel is closed before the answer. */
  async call(store: StoreName, method: string, ...args: readonly JsonValue[]): Promise<JsonValue> {
    return this.open([store, method, ...args]).answered
  }

  /** Calls a method that has events before its answer. */
  open(call: StoreCall['call'], onEvent?: (event: JsonValue) => void): OpenStoreCall {
    if (this.#closed !== undefined) throw this.#closed
    const id = ++this.#lastId
    const answered = new Promise<JsonValue>((resolve, reject) => this.#waiting.set(id, { resolve, reject, onEvent }))
    this.#send({ id, call })
    return {
      answered,
      taken: (count) => this.#send({ id, taken: count }),
      end: () => this.#send({ id, end: true }),
      forget: () => {
        if (this.#waiting.delete(id)) this.#send({ id, end: true })
      },
    }
  }

  close(): void {
    this.#closed = new OmniportError('closed', 'The process that has the stores is not connected')
    this.#stop()
    for (const { reject } of this.#waiting.values()) reject(this.#closed)
    this.#waiting.clear()
  }

  #send(message: StoreCall | StoreControl): void {
    if (this.#closed === undefined) this.#channel.send(message as object as JsonValue) // it is JSON
  }

  #receive(answer: StoreAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if (waiting === undefined) return
    if ('event' in answer) {
      waiting.onEvent?.(answer.event)
      return
    }
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting.reject(fromStoreFailure(answer.error))
    else waiting.resolve(answer.value)
  }
}
