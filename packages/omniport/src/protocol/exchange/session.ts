import type { RpcNotification } from '../../jsonrpc/messages/messages.js'
import type { Revision } from '../revisions/revision.js'
import type { Ask } from './exchange.js'
import type { LogLevel } from './log-level.js'
import type { Peer, Principal } from './peer.js'

/** What a client follows, and may have missed changes of. */
export interface MissedChanges {
  /** True: all lists. */
  readonly lists: boolean
  /** The URIs of resources. */
  readonly resources: Iterable<string>
}

/**
 * A connection of a legacy revision, from `initialize` on. Its messages go over the pipe, the one GET stream, or the SSE
 * stream. The transport creates and ends it; a server learns of it from `exchange.session` and forgets it when `signal`
 * aborts.
 */
export interface Session {
  readonly id: string
  /** Aborts when the session ends, or when `initialize` fails. */
  readonly signal: AbortSignal
  /**
   * Calls `fn` with this session once when `signal` aborts, or at once if it has. Takes a fraction of the memory of a listener of
   * `signal`, and one function does for all sessions.
   */
  onEnd(fn: (session: Session) => void): void
  /**
   * Calls `fn` with this session when notifications of changes may have been missed, such as with a node that is gone: what it is
   * given counts as changed. Default: none are missed.
   */
  readonly onMissed?: ((fn: (missed: MissedChanges, session: Session) => void) => void) | undefined
  readonly revision: Revision
  readonly client: Peer
  readonly principal?: Principal | undefined
  /** Set by `logging/setLevel`; undefined until then. */
  logLevel: LogLevel | undefined
  /** The URIs given to `resources/subscribe`. */
  readonly subscriptions: Set<string>
  /**
   * Sends a message outside any request. Until the client is initialized, messages wait, and change notifications coalesce to
   * one of each kind.
   */
  notify(message: RpcNotification): void
  /**
   * Asks outside any request: only `ping` and `roots/list`. `roots/list` waits until the client reads messages
   * outside requests: over HTTP, its GET stream. Settles with the result; rejects with `RpcError`, `OmniportError`,
   * or the reason of the signal.
   */
  readonly request: Ask
}
