import type { LogLevel } from '../../../../protocol/exchange/log-level.js'
import type { Peer, Principal } from '../../../../protocol/exchange/peer.js'
import type { LegacyRevision } from '../../../../protocol/revisions/revision.js'
import type { SessionChange } from './session-messages.js'

export interface SessionRecord {
  readonly revision: LegacyRevision
  readonly client: Peer
  readonly principal?: Principal | undefined
  readonly createdAt: number
  readonly logLevel?: LogLevel | undefined
  readonly subscriptions?: readonly string[] | undefined
  /** Present once the client has sent `notifications/initialized`. */
  readonly initialized?: true | undefined
  /** The key of the newest GET stream. */
  readonly getStream?: string | undefined
}

/** The part of a session that requests change. */
export interface SessionState {
  logLevel: LogLevel | undefined
  readonly subscriptions: Set<string>
  initialized: true | undefined
  getStream: string | undefined
}

export function stateOf({ logLevel, subscriptions, initialized, getStream }: Partial<SessionRecord>): SessionState {
  return { logLevel, subscriptions: new Set(subscriptions), initialized, getStream }
}

/** The changes that lead from `before` to `after`. */
export function changeBetween(before: SessionState, after: SessionState): SessionChange & { getStream?: string } {
  const subscribed = [...after.subscriptions].filter((uri) => !before.subscriptions.has(uri))
  const unsubscribed = [...before.subscriptions].filter((uri) => !after.subscriptions.has(uri))
  return {
    ...(after.initialized !== before.initialized && { initialized: after.initialized }),
    ...(after.logLevel !== before.logLevel && { logLevel: after.logLevel }),
    ...(after.getStream !== undefined && after.getStream !== before.getStream && { getStream: after.getStream }),
    ...(subscribed.length > 0 && { subscribed }),
    ...(unsubscribed.length > 0 && { unsubscribed }),
  }
}

/** A record with what has changed on one node. Changes of other nodes stay. */
export function applyChange(record: SessionRecord, change: SessionChange & { getStream?: string }): SessionRecord {
  const { subscribed = [], unsubscribed = [], initialized, logLevel, getStream } = change
  const remaining = (record.subscriptions ?? []).filter((uri) => !unsubscribed.includes(uri))
  return {
    ...record,
    subscriptions: [...new Set([...remaining, ...subscribed])],
    ...(initialized !== undefined && { initialized }),
    ...(logLevel !== undefined && { logLevel }),
    ...(getStream !== undefined && { getStream }),
  }
}
