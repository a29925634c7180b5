import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Change, Filter } from '../subscriptions/listening.js'
import type { ConnectionRequestOptions } from './revision-connection.js'

/** What a client does one way in the legacy era and another way in the modern one, on one connection. */
export interface RevisionClient {
  /**
   * Hears of changes from the moment it settles. `options.timeoutMs` is for the acknowledgment only; `options.signal` gives
   * up before it.
   */
  subscribe(filter: Filter, events: SubscriptionEvents, options: ConnectionRequestOptions): Promise<ActiveSubscription>
  ping(options: ConnectionRequestOptions): Promise<void>
  /** Makes the level that this client keeps known to the server. */
  setLogLevel(level: LogLevel, options: ConnectionRequestOptions): Promise<void>
}

/** What becomes of a subscription. None may throw. */
export interface SubscriptionEvents {
  readonly onChange: (change: Change) => void
  /** It broke while the connection stands: nothing more is heard until somebody subscribes again. */
  readonly onLost: (reason: unknown) => void
  /** The server ended it, with an error or without. Not called for a lost connection, nor after `cancel`. */
  readonly onEnd: (reason?: unknown) => void
}

/** A subscription on one connection. */
export interface ActiveSubscription {
  /** What is honoured of what was asked. */
  readonly filter: Filter
  /** Ends it. Settles when nothing more will be heard; never rejects. */
  cancel(): Promise<void>
}
