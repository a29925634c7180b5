import { isObject } from '../../jsonrpc/is-object.js'
import type { RpcId, RpcNotification } from '../../jsonrpc/messages.js'
import type { RpcError } from '../../jsonrpc/rpc-error.js'
import type { Control } from '../../jsonrpc/rpc-peer.js'
import { controlOf } from '../../protocol/control.js'

/** What came on one line: a value, or the reason why there is none, with the start of the line. */
export type Arrival = { readonly value: unknown } | { readonly broken: RpcError; readonly start: string }

/** Where an `Intake` hands things on to, and when it may. */
export interface IntakeOptions {
  readonly receive: (arrival: Arrival) => void
  /** Whether nothing may be started now. */
  readonly blocked: () => boolean
}

/**
 * The order in which lines are handed on. While the receiver is blocked, what starts something waits; answers, progress and
 * cancellations pass, for they may be what the receiver is waiting for. A request that is cancelled while it waits is
 * dropped.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #held = new Map<Arrival, number>()
  readonly #requests = new Map<RpcId, Arrival>()
  #bytes = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#held.size === 0
  }

  /** The size of the lines that wait. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes what came on a line of `bytes` bytes. */
  take(arrival: Arrival, bytes: number): void {
    if (this.#held.size === 0 && !this.#options.blocked()) {
      this.#options.receive(arrival)
      return
    }
    const control = controlIn(arrival)
    const cancelled = control?.type === 'cancel' ? this.#requests.get(control.id) : undefined
    if (cancelled !== undefined) this.#drop(cancelled)
    else if (control !== undefined || isAnswer(arrival)) this.#options.receive(arrival)
    else this.#hold(arrival, bytes)
  }

  /** Hands on what waits, as long as nothing blocks. */
  pump(): void {
    for (const arrival of this.#held.keys()) {
      if (this.#options.blocked()) return
      this.#drop(arrival)
      this.#options.receive(arrival)
    }
  }

  /** Hands on everything that waits. */
  release(): void {
    for (const arrival of this.#held.keys()) {
      this.#drop(arrival)
      this.#options.receive(arrival)
    }
  }

  #hold(arrival: Arrival, bytes: number): void {
    this.#held.set(arrival, bytes)
    this.#bytes += bytes
    const id = idIn(arrival)
    if (id !== undefined) this.#requests.set(id, arrival)
  }

  #drop(arrival: Arrival): void {
    this.#bytes -= this.#held.get(arrival) ?? 0
    this.#held.delete(arrival)
    const id = idIn(arrival)
    if (id !== undefined && this.#requests.get(id) === arrival) this.#requests.delete(id)
  }
}

function isAnswer(arrival: Arrival): boolean {
  if (!('value' in arrival)) return false
  const values: readonly unknown[] = Array.isArray(arrival.value) ? arrival.value : [arrival.value]
  return values.every((value) => isObject(value) && value['method'] === undefined)
}

function controlIn(arrival: Arrival): Control | undefined {
  if (!('value' in arrival) || !isObject(arrival.value)) return undefined
  const { method, id } = arrival.value
  if (typeof method !== 'string' || id !== undefined) return undefined
  return controlOf(arrival.value as unknown as RpcNotification) // whose parameters it does not trust
}

function idIn(arrival: Arrival): RpcId | undefined {
  const id = 'value' in arrival && isObject(arrival.value) ? arrival.value['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
