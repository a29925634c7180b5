import type { RpcId, RpcNotification } from '../../../jsonrpc/messages/messages.js'
import type { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Control } from '../../../jsonrpc/rpc-peer.js'
import { controlOf } from '../../../protocol/exchange/control.js'
import { isObject } from '../../../values/json/is-object.js'

/** What came on one line: a value, or the reason why there is none, with the start of the line. */
export type ParsedLine = { readonly value: unknown } | { readonly broken: RpcError; readonly start: string }

/** Where an `InboundQueue` hands things on to, and when it may. */
export interface InboundQueueOptions {
  readonly receive: (parsedLine: ParsedLine) => void
  /** Whether nothing may be started now. */
  readonly blocked: () => boolean
}

/**
 * The order in which lines are handed on. While the receiver is blocked, what starts something waits; answers, progress and
 * cancellations pass, for they may be what the receiver is waiting for. A request that is cancelled while it waits is
 * dropped.
 */
export class InboundQueue {
  readonly #options: InboundQueueOptions
  readonly #queued = new Map<ParsedLine, number>()
  readonly #requests = new Map<RpcId, ParsedLine>()
  #bytes = 0

  constructor(options: InboundQueueOptions) {
    this.#options = options
  }

  get isEmpty(): boolean {
    return this.#queued.size === 0
  }

  /** The size of the lines that wait. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes what came on a line of `bytes` bytes. */
  push(parsedLine: ParsedLine, bytes: number): void {
    if (this.#queued.size === 0 && !this.#options.blocked()) {
      this.#options.receive(parsedLine)
      return
    }
    const control = controlIn(parsedLine)
    const cancelled = control?.type === 'cancel' ? this.#requests.get(control.id) : undefined
    if (cancelled !== undefined) this.#drop(cancelled)
    else if (control !== undefined || isResponse(parsedLine)) this.#options.receive(parsedLine)
    else this.#enqueue(parsedLine, bytes)
  }

  /** Hands on what waits, as long as nothing blocks. */
  pump(): void {
    for (const parsedLine of this.#queued.keys()) {
      if (this.#options.blocked()) return
      this.#drop(parsedLine)
      this.#options.receive(parsedLine)
    }
  }

  /** Hands on everything that waits. */
  release(): void {
    for (const parsedLine of this.#queued.keys()) {
      this.#drop(parsedLine)
      this.#options.receive(parsedLine)
    }
  }

  #enqueue(parsedLine: ParsedLine, bytes: number): void {
    this.#queued.set(parsedLine, bytes)
    this.#bytes += bytes
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

function isResponse(parsedLine: ParsedLine): boolean {
  if (!('value' in parsedLine)) return false
  const values: readonly unknown[] = Array.isArray(parsedLine.value) ? parsedLine.value : [parsedLine.value]
  return values.every((value) => isObject(value) && value['method'] === undefined)
}

function controlIn(parsedLine: ParsedLine): Control | undefined {
  if (!('value' in parsedLine) || !isObject(parsedLine.value)) return undefined
  const { method, id } = parsedLine.value
  if (typeof method !== 'string' || id !== undefined) return undefined
  return controlOf(parsedLine.value as unknown as RpcNotification) // whose parameters it does not trust
}

function idIn(parsedLine: ParsedLine): RpcId | undefined {
  const id = 'value' in parsedLine && isObject(parsedLine.value) ? parsedLine.value['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
