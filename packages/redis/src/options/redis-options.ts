import type { Clock } from 'omniport/jsonrpc'
import type { EventLogLimits } from 'omniport/store'

export type { Clock }

/** Receives warnings and errors. The console is one, and so are the loggers of most packages. */
export interface Logger {
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}

/** Options of `createRedisStores`. */
export interface RedisStoresOptions {
  /** The first part of all keys and channels. Services that share a Redis need different ones. Default: `omniport`. */
  readonly prefix?: string | undefined
  /** The limits of each stream of the event log. Default: those of the library. */
  readonly limits?: Partial<EventLogLimits> | undefined
  /** A command without a reply for this time means that Redis is away: further ones are refused at once. Default: 2,000. */
  readonly timeoutMs?: number | undefined
  /** Commands without a reply. One more is refused. Default: 40,000, four for each of 10,000 streams that open at once. */
  readonly maxInFlight?: number | undefined
  /**
   * Events are kept for this time while Redis is away, and written when it is back. After it, and beyond `maxWaitingBytes`, an
   * append fails. Default: 10,000.
   */
  readonly appendMs?: number | undefined
  /** Bytes of the events that wait to be written. One more event is refused. Default: 32 MiB. */
  readonly maxWaitingBytes?: number | undefined
  /** Default: warnings and errors go to stderr. */
  readonly logger?: Logger | undefined
  /** Measures delays. Times that are stored are those of Redis. Default: the clock of the system. */
  readonly clock?: Clock | undefined
}
