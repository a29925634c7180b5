import { onAbort } from '../async/abort/on-abort.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { AskOptions } from '../protocol/exchange/exchange.js'
import type { Peer } from '../protocol/exchange/peer.js'
import { decodeInputResponse } from '../protocol/input/decode-input-response.js'
import type { InputRequest } from '../protocol/model/input-request.js'
import { OmniportError } from '../values/errors/omniport-error.js'
import { jsonBytes } from '../values/memory/json-bytes.js'
import type { ParkingSlot } from './parking-bounds.js'
import type { ParkingServices } from './parking-services.js'
import { findUndeclared } from './to-input-request.js'

interface OpenInput {
  readonly request: InputRequest
  readonly bytes: number
  /** True once it was sent in a round. */
  isSent: boolean
  readonly resolve: (answer: unknown) => void
  readonly reject: (reason: unknown) => void
  /** Removes its timer and its listener. */
  readonly stop: () => void
}

/** The input requests of one call that have no answer yet. Each settles once, and leaves nothing behind. */
export class OpenInputs {
  readonly #services: ParkingServices
  readonly #slot: ParkingSlot
  readonly #open = new Map<string, OpenInput>()
  #count = 0

  constructor(services: ParkingServices, slot: ParkingSlot) {
    this.#services = services
    this.#slot = slot
  }

  /** The number of input requests without an answer. */
  get size(): number {
    return this.#open.size
  }

  /** Settles with the answer. Rejects with RpcError, with the reason of the signal, or with OmniportError `timeout`. */
  add(request: InputRequest, { signal, timeoutMs }: AskOptions): Promise<unknown> {
    const { limits, runtime } = this.#services
    if (signal?.aborted === true) return Promise.reject(signal.reason)
    if (this.#count >= limits.questions) {
      return Promise.reject(RpcError.internal(`At most ${limits.questions} questions per call (questions)`))
    }
    const bytes = jsonBytes(request)
    const problem = this.#slot.add(bytes)
    if (problem !== undefined)
      return Promise.reject(RpcError.internal(`${request.method} cannot wait here: ${problem}`))
    this.#count += 1
    const key = `input-${this.#count}`
    return new Promise((resolve, reject) => {
      const removeListener = signal === undefined ? undefined : onAbort(signal, () => this.#reject(key, signal.reason))
      const stopTimer =
        timeoutMs === undefined
          ? undefined
          : runtime.after(timeoutMs, () => this.#reject(key, timedOut(request, timeoutMs)))
      const stop = () => {
        removeListener?.()
        stopTimer?.()
      }
      this.#open.set(key, { request, bytes, isSent: false, resolve, reject, stop })
    })
  }

  /** Gives all open input requests by key, and marks them as sent. */
  sendAll(): ReadonlyMap<string, InputRequest> {
    for (const input of this.#open.values()) input.isSent = true
    return new Map(Array.from(this.#open, ([key, { request }]) => [key, request]))
  }

  /**
   * Tells the first problem of the answers to input requests that were sent. Other answers are ignored.
   * spec: basic/patterns/mrtr#error-handling
   */
  findProblem(responses: ReadonlyMap<string, unknown>): string | undefined {
    for (const [key, { request }] of this.#answered(responses)) {
      const problem = problemOf(request, responses.get(key))
      if (problem !== undefined) return problem
    }
    return undefined
  }

  /** Settles the input requests that were sent and have an answer, which `findProblem` checked. */
  answer(responses: ReadonlyMap<string, unknown>): void {
    for (const [key] of this.#answered(responses)) this.#take(key)?.resolve(responses.get(key))
  }

  /** Rejects what `client`, as it declares itself now, cannot answer. */
  rejectUndeclared(client: Peer): void {
    for (const [key, { request }] of [...this.#open]) {
      const refusal = findUndeclared(request, client)
      if (refusal !== undefined) this.#reject(key, refusal)
    }
  }

  /** Answers every elicitation with `cancel`, and rejects the rest with `reason`. */
  cancelAll(reason: RpcError): void {
    for (const [key, { request }] of [...this.#open]) {
      if (request.method === 'elicitation/create') this.#take(key)?.resolve({ action: 'cancel' })
      else this.#reject(key, reason)
    }
  }

  rejectAll(reason: unknown): void {
    for (const key of [...this.#open.keys()]) this.#reject(key, reason)
  }

  #answered(responses: ReadonlyMap<string, unknown>): readonly (readonly [string, OpenInput])[] {
    return [...this.#open].filter(([key, { isSent }]) => isSent && responses.has(key))
  }

  #reject(key: string, reason: unknown): void {
    this.#take(key)?.reject(reason)
  }

  #take(key: string): OpenInput | undefined {
    const input = this.#open.get(key)
    if (input === undefined) return undefined
    this.#open.delete(key)
    this.#slot.remove(input.bytes)
    input.stop()
    return input
  }
}

/**
 * Tells why an answer has no shape of one. The content of a form is not compared with its schema: who asked judges that, as
 * they would the answer of a legacy client.
 */
function problemOf({ method, params = {} }: InputRequest, answer: unknown): string | undefined {
  try {
    const decoded = decodeInputResponse(method, answer)
    const usesTool = 'model' in decoded && decoded.content.some(({ type }) => type === 'tool_use')
    return usesTool && params['tools'] === undefined ? `${method}: a tool is used where none was offered` : undefined
  } catch (reason) {
    if (OmniportError.is(reason)) return reason.message
    throw reason
  }
}

function timedOut({ method }: InputRequest, timeoutMs: number): OmniportError {
  return new OmniportError('timeout', `${method} was not answered within ${timeoutMs} ms`)
}
