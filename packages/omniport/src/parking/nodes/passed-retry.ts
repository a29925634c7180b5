import type { RpcErrorObject, RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Peer } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { Bus } from '../../store/bus.js'
import type { EventLog } from '../../store/event-log.js'
import type { Inbox } from '../../store/inbox.js'
import type { Stores } from '../../store/stores.js'

/**
 * The stores through which a retry reaches the node that holds its call: the inbox carries the retry, so that it is taken once,
 * and its cancellation; the bus tells the node to look there; the event log brings back what follows.
 */
export interface ParkingStores {
  readonly inbox: Inbox
  readonly bus: Bus
  readonly eventLog: EventLog
}

/** Gives the stores for retries, if all of them are there. */
export function parkingStoresOf({ inbox, bus, eventLog }: Stores = {}): ParkingStores | undefined {
  return inbox && bus && eventLog && { inbox, bus, eventLog }
}

/** A retry on its way to the node that holds its call. */
export interface PassedRetry {
  /** The sealed handle. */
  readonly handle: string
  readonly responses: Readonly<Record<string, unknown>>
  /** As its client declared itself. */
  readonly client: Peer
  readonly revision: Revision
  readonly progressToken?: string | number | undefined
}

/** What the node that holds the call sends back: any number of replies, of which `end` is the last. */
export type RetryReply =
  | { readonly type: 'alive' }
  | { readonly type: 'notification'; readonly message: RpcNotification }
  | ({ readonly type: 'end' } & RetryEnd)

/** A result, a result as JSON text that is passed on as it is, or an error. */
export type RetryEnd =
  | { readonly result: unknown }
  | { readonly raw: string }
  | { readonly error: RpcErrorObject }
  /** The call ended without a response. */
  | { readonly nothing: true }

/** The topic on which a run of a node hears that retries wait for it. A message is the id of one. */
export function noticeTopic(instance: string): string {
  return `parked/${instance}`
}

/** The slot of a retry in the inbox, and the stream of its replies in the event log. */
export function retryName(id: string): string {
  return `parked/${id}`
}

/** The slot of a retry's cancellation in the inbox. */
export function cancelName(id: string): string {
  return `parked/${id}/cancel`
}

/** The time that a retry, or its cancellation, waits in the inbox to be taken. */
export const keptMs = 60_000
