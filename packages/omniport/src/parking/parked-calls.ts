import { waitAtMost } from '../async/waiting/wait-at-most.js'
import type { RpcResponse } from '../jsonrpc/messages/messages.js'
import { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import { principalKey } from '../protocol/exchange/principal-key.js'
import { digestOfJson } from '../values/json/digest-of-json.js'
import { jsonBytes } from '../values/memory/json-bytes.js'
import { callEnded } from './call-ended.js'
import { ParkedCall, type ParkedState } from './parked-call.js'
import type { ParkedHandle } from './parked-handle.js'
import { ParkingBounds, type ParkingOwner } from './parking-bounds.js'
import { toEvent } from './parking-event.js'
import type { ParkingServices } from './parking-services.js'
import type { ClientRequest } from './waiting-requests.js'

/** The calls of one parking that have asked, by id. */
export class ParkedCalls {
  readonly services: ParkingServices
  readonly #bounds: ParkingBounds
  readonly #calls = new Map<string, ParkedCall>()
  /** Those that have not ended yet, also where nothing is left to come back to. */
  readonly #unfinished = new Set<ParkedCall>()
  /** Those whose results were given to their clients, the oldest first. */
  readonly #delivered = new Set<ParkedCall>()
  /** Called when a call may have been the last that is waited for. */
  readonly #drainChecks = new Set<() => void>()
  readonly #onOpen: () => void
  #deliveredBytes = 0
  #count = 0
  #isClosed = false

  /** `onOpen` is called before each call that asks for the first time. */
  constructor(services: ParkingServices, onOpen: () => void = () => {}) {
    this.services = services
    this.#onOpen = onOpen
    this.#bounds = new ParkingBounds(services.limits)
  }

  get usage(): ParkingUsage {
    const { calls, bytes } = this.#bounds
    return { calls, bytes, delivered: this.#delivered.size }
  }

  /**
   * Goes on with a call of this run of the node, for a request of its caller. Rejects with RpcError -32602 when it has ended, or the
   * answers are wrong.
   */
  async resume(
    handle: ParkedHandle,
    responses: ReadonlyMap<string, unknown>,
    request: ClientRequest,
  ): Promise<RpcResponse | undefined> {
    const digest = await digestOfJson(Object.fromEntries(responses))
    const call = this.#calls.get(handle.call)
    if (call === undefined) throw callEnded()
    return call.resume({ round: handle.round, responses, digest }, request)
  }

  /** Adds the call of a request that asks for the first time. @throws RpcError -32603 at a limit, or after `close`. */
  open(first: ClientRequest, label: string, abort: (reason: unknown) => void): ParkedCall {
    if (this.#isClosed) throw RpcError.internal('The call cannot wait for an answer: the server is closing')
    const slot = this.#bounds.open(ownerOf(first.exchange), jsonBytes(first.message.params))
    if (typeof slot === 'string') throw RpcError.internal(`The call cannot wait for an answer: ${slot}`)
    this.#onOpen()
    this.#count += 1
    const call = new ParkedCall({
      ...{ id: String(this.#count), label, first, slot, abort, services: this.services },
      onChange: (changed, before, reason) => this.#onChange(changed, before, reason),
    })
    this.#calls.set(call.id, call)
    this.#unfinished.add(call)
    void call.finished.then(() => this.#unfinished.delete(call))
    return call
  }

  /** Resolves when every call of `label` has given its result to its client, or after `ms`. */
  async drain(ms: number, label?: string): Promise<void> {
    let check = () => {}
    const drained = new Promise<void>((resolve) => {
      check = () => {
        if (this.#live(label).length === 0) resolve()
      }
    })
    this.#drainChecks.add(check)
    check()
    await waitAtMost(drained, this.services.runtime, ms)
    this.#drainChecks.delete(check)
  }

  /** Cancels the calls that nobody waits for, and resolves when they have ended, or after `limits.drainMs`. */
  async cancel(label?: string): Promise<void> {
    const { limits, logger, runtime } = this.services
    const reason = RpcError.internal('The server is closing')
    const calls = [...this.#calls.values()].filter((call) => isOf(call, label) && call.state !== 'running')
    const parked = calls.filter(({ state }) => state === 'parked').length
    if (parked > 0)
      logger.warn(`Calls that waited for their clients were cancelled, since the server is closing: ${parked}`)
    for (const call of calls) call.cancel(reason)
    const ending = [...this.#unfinished].filter((call) => isOf(call, label) && call.state === 'over')
    if (ending.length > 0)
      await waitAtMost(Promise.all(ending.map(({ finished }) => finished)), runtime, limits.drainMs)
  }

  /** Lets no further call ask. */
  close(): void {
    this.#isClosed = true
  }

  #live(label: string | undefined): readonly ParkedCall[] {
    return [...this.#calls.values()].filter((call) => isOf(call, label) && call.state !== 'delivered')
  }

  #onChange(call: ParkedCall, before: ParkedState, reason: RpcError | undefined): void {
    const event = toEvent(call, before, { reason, now: this.services.runtime.now() })
    if (before === 'ended' && call.state === 'over')
      this.services.logger.warn(`The result of a parked ${call.first.message.method} was lost: ${reason?.message}`)
    if (call.state === 'over') this.#remove(call)
    else if (call.state === 'delivered') this.#keep(call)
    if (event !== undefined) this.services.onEvent?.(event)
  }

  /** Results that were delivered make room for each other, since losing one loses nothing but the repetition of a retry. */
  #keep(call: ParkedCall): void {
    const { parked, parkedBytes } = this.services.limits
    this.#delivered.add(call)
    this.#deliveredBytes += call.resultBytes
    for (const oldest of [...this.#delivered]) {
      if (this.#delivered.size <= parked && this.#deliveredBytes <= parkedBytes) break
      oldest.cancel(callEnded())
    }
    this.#notifyDrained()
  }

  #remove(call: ParkedCall): void {
    this.#calls.delete(call.id)
    if (this.#delivered.delete(call)) this.#deliveredBytes -= call.resultBytes
    this.#notifyDrained()
  }

  #notifyDrained(): void {
    for (const check of this.#drainChecks) check()
  }
}

/** The calls that parking holds now. */
export interface ParkingUsage {
  /** Calls that have asked and whose result their client does not have yet. */
  readonly calls: number
  /** The bytes of their questions, messages and results. */
  readonly bytes: number
  /** Results that their clients have got, kept for repeated retries. */
  readonly delivered: number
}

/** Anonymous clients over HTTP are counted by their network. */
function ownerOf(exchange: Exchange): ParkingOwner {
  const key = principalKey(exchange)
  const { sender } = exchange
  if (exchange.principal !== undefined || sender === undefined) return key
  return typeof sender === 'string' ? `${key} ${sender}` : sender
}

function isOf(call: ParkedCall, label: string | undefined): boolean {
  return label === undefined || call.label === label
}
