import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { type Control, controlOf } from '../../protocol/exchange/control.js'
import { isObject } from '../../values/json/is-object.js'

/** The content of one line: a value and the bytes it takes in memory, or an error and the start of the line. */
export type ParsedLine =
  | { readonly value: unknown; readonly bytes: number }
  | { readonly broken: RpcError; readonly start: string }

/**
 * The lines that wait while the receiver is blocked. Responses, progress and cancellations do not wait: the receiver may be
 * waiting for them. A request that is cancelled while it waits is dropped.
 */
export class InboundQueue {
  readonly #blocked: () => boolean
  readonly #queued = new Map<ParsedLine, number>()
  readonly #requests = new Map<RpcId, ParsedLine>()
  #bytes = 0

  /** `blocked` returns true while no request may be started. */
  constructor(blocked: () => boolean) {
    this.#blocked = blocked
  }

  get isEmpty(): boolean {
    return this.#queued.size === 0
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Takes the content of a line of `bytes` bytes. Returns true if it is to be delivered now. */
  push(parsedLine: ParsedLine, bytes: number): boolean {
    if (this.#queued.size === 0 && !this.#blocked()) return true
    const control = controlIn(parsedLine)
    const cancelled = control?.type === 'cancel' ? this.#requests.get(control.id) : undefined
    if (cancelled !== undefined) this.#drop(cancelled)
    else if (control !== undefined || isResponse(parsedLine)) return true
    else this.#enqueue(parsedLine, bytes)
    return false
  }

  /** Removes and returns the waiting lines one by one: until the receiver is blocked, or, if `force` is set, all. */
  *take(force: boolean): Generator<ParsedLine, void> {
    for (const parsedLine of this.#queued.keys()) {
      if (!force && this.#blocked()) return
      this.#drop(parsedLine)
      yield parsedLine
    }
  }

  #enqueue(parsedLine: ParsedLine, bytes: number): void {
    const counted = Math.max(bytes, leastBytes)
    this.#queued.set(parsedLine, counted)
    this.#bytes += counted
    const id = idIn(parsedLine)
    if (id !== undefined) this.#requests.set(id, parsedLine)
  }

  #drop(parsedLine: ParsedLine): void {
    this.#bytes -= this.#queued.get(parsedLine) ?? 0
    this.#queued.delete(parsedLine)
    const id = idIn(parsedLine)
    if (id !== undefined && this.#requests.get(id) === parsedLine) this.#requests.delete(id)
  }
}

/** What a line takes in memory, however short it is. */
const leastBytes = 64

/** What is neither a request nor a response waits: it may have to be answered. */
function isResponse(parsedLine: ParsedLine): boolean {
  if (!('value' in parsedLine)) return false
  const values: readonly unknown[] = Array.isArray(parsedLine.value) ? parsedLine.value : [parsedLine.value]
  return values.length > 0 && values.every((value) => isObject(value) && answers(value))
}

function answers({ method, result, error }: Readonly<Record<string, unknown>>): boolean {
  return method === undefined && (result !== undefined || error !== undefined)
}

function controlIn(parsedLine: ParsedLine): Control | undefined {
  if (!('value' in parsedLine) || !isObject(parsedLine.value)) return undefined
  const { method, id } = parsedLine.value
  if (typeof method !== 'string' || id !== undefined) return undefined
  return controlOf(parsedLine.value as unknown as RpcNotification) // it checks the parameters
}

function idIn(parsedLine: ParsedLine): RpcId | undefined {
  const id = 'value' in parsedLine && isObject(parsedLine.value) ? parsedLine.value['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
