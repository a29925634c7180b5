import type { RpcError } from '../jsonrpc/messages/rpc-error.js'
import type { Exchange } from '../protocol/exchange/exchange.js'
import type { ParkedCall, ParkedState } from './parked-call.js'

/** A change of a parked call. */
export interface ParkingEvent {
  /**
   * `parked`: its client is asked. `resumed`: the client came back. `given-up`: it will not be gone on with, for `reason`; a
   * result that was not fetched is lost.
   */
  readonly type: 'parked' | 'resumed' | 'given-up'
  readonly label: string
  readonly method: string
  /** 1, 2, … */
  readonly round: number
  /** Of the request that began the call. */
  readonly exchange: Exchange
  /** The time since it was parked. */
  readonly parkedMs: number
  readonly reason?: string | undefined
}

interface EventContext {
  readonly reason: RpcError | undefined
  readonly now: number
}

/** Returns the event of a change of state, if it is one that others see. */
export function toEvent(
  call: ParkedCall,
  before: ParkedState,
  { reason, now }: EventContext,
): ParkingEvent | undefined {
  const type = typeOf(call.state, before)
  if (type === undefined) return undefined
  const { label, round, first, parkedAt } = call
  const common = {
    type,
    label,
    method: first.message.method,
    round,
    exchange: first.exchange,
    parkedMs: now - parkedAt,
  }
  return type === 'given-up' ? { ...common, reason: reason?.message } : common
}

function typeOf(state: ParkedState, before: ParkedState): ParkingEvent['type'] | undefined {
  if (state === 'parked') return 'parked'
  if (state === 'running' || (state === 'delivered' && before === 'ended')) return 'resumed'
  return state === 'over' && (before === 'parked' || before === 'ended') ? 'given-up' : undefined
}
