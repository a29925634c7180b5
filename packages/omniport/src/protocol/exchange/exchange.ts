import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type {
  DirectServe as RpcDirectServe,
  Middleware as RpcMiddleware,
  Serve as RpcServe,
} from '../../jsonrpc/serving/serve.js'
import type { Revision } from '../revisions/revision.js'
import type { Peer, Principal } from './peer.js'
import type { Session } from './session.js'

/** Progress as a peer reported it: `progress` rises, to `total` where that is known. */
export interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

/** Options of a question to the other side. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined
  /** Progress restarts it if `onProgress` is given, until `limits.maxQuestionMs` is over. Default: `limits.questionMs`. */
  readonly timeoutMs?: number | undefined
  /** Makes the question carry a progress token, and gets what the other side reports. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Asks the other side, and settles with the result. Rejects with its error (`RpcError`), or with a local one (`OmniportError`). */
export type Ask = (message: Omit<RpcRequest, 'id' | 'jsonrpc'>, options?: AskOptions) => Promise<unknown>

/** The context of one message: made by a transport, given to a `Serve`, valid until that message is answered. */
export interface Exchange {
  /**
   * Aborts when the caller cancels or the call runs out of time; at 2026-07-28 over HTTP also when its stream closes. Made
   * on first use.
   */
  readonly signal: AbortSignal
  /** Calls `fn` once when `signal` aborts, or at once if it has. Costs a fraction of a listener of `signal`. Default: there is only `signal`. */
  readonly onAbort?: ((fn: (reason: unknown) => void) => void) | undefined
  readonly revision: Revision
  /** The client, as it declared itself for this message (2026-07-28) or for its session (older). */
  readonly client: Peer
  readonly principal?: Principal | undefined
  /**
   * Equal for all messages of one sender that has no principal: the network of an HTTP client (empty where it is not known),
   * else the connection. Senders are limited by it; those without one are limited together.
   */
  readonly sender?: string | symbol | undefined
  /** HTTP only. With `auth`, headers that carry credentials are removed. */
  readonly headers?: Headers | undefined
  /** The round of a multi round-trip request: 0, 1, … */
  readonly round: number
  /** Values that middleware passes to the next one, and to the server's `context`. */
  readonly state: Map<unknown, unknown>
  /** Sends a message that belongs to this request. Nothing is sent once the request ended. */
  notify(message: RpcNotification): void
  /** The connection this message arrived on. Legacy revisions only. */
  readonly session?: Session | undefined
  /** Asks the client on the stream of this request, and settles with the result. Legacy revisions only. */
  readonly ask?: Ask | undefined
  /** Ends the HTTP response while the request goes on. 2025-11-25 sessions only. */
  readonly closeStream?: ((retryMs?: number) => void) | undefined
}

/**
 * Answers one message. Every server and gateway is a Serve, every transport calls one, every middleware wraps one. Messages
 * have the wire shape of `exchange.revision`.
 */
export type Serve = RpcServe<Exchange>

/** A `Serve` that answers at once where it can, and may throw at once too. */
export type DirectServe = RpcDirectServe<Exchange>

/** A function around a `Serve`. */
export type Middleware = RpcMiddleware<Exchange>
