import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Change, Filter } from '../subscriptions/listening.js'
import type { ConnectionRequestOptions } from './revision-connection.js'

/** The operations of one connection that differ between the legacy and the modern era. */
export interface RevisionClient {
  /**
   * Settles when the server has acknowledged the subscription. `options.timeoutMs` and `options.signal` are for the
   * acknowledgment only.
   */
  subscribe(filter: Filter, events: SubscriptionEvents, options: ConnectionRequestOptions): Promise<ActiveSubscription>
  ping(options: ConnectionRequestOptions): Promise<void>
  /** Sends the log level, where the server needs it. Rejects with OmniportError `unsupported` without log messages. */
  setLogLevel(level: LogLevel, options: ConnectionRequestOptions): Promise<void>
  /** Tells the server that the roots changed, where it does not ask for them with every request. */
  notifyRootsChanged(): void
}

/** Callbacks of a subscription. They must not throw. */
export interface SubscriptionEvents {
  readonly onChange: (change: Change) => void
  /** The subscription broke, and the connection is open: the caller has to subscribe again. */
  readonly onLost: (reason: unknown) => void
  /** The server ended the subscription, perhaps with an error. Not called for a lost connection, nor after `cancel`. */
  readonly onEnd: (reason?: unknown) => void
}

export interface SubscribeOptions {
  readonly filter: Filter
  readonly events: SubscriptionEvents
  readonly options: ConnectionRequestOptions
}

/** A subscription on one connection. */
export interface ActiveSubscription {
  /** The part of the requested filter that the server honours. */
  readonly filter: Filter
  /** Ends the subscription. Settles when no more changes come; never rejects. */
  cancel(): Promise<void>
}
