import type { Runtime } from '../../async/runtime/runtime.js'

/** Rules for addresses that a peer names. */
export interface GuardRules {
  /**
   * Allows `localhost` and loopback addresses, also over `http:`, for a server on this machine. The risk: a peer can reach
   * other services on this machine. Default: false.
   */
  readonly allowLoopback?: boolean | undefined
  /**
   * Allows all addresses and names; `https:` is still required. The risk: a peer can reach everything that this machine can,
   * such as the metadata service of a cloud. Default: false.
   */
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Address rules and limits of a guarded `fetch`. */
export interface GuardOptions extends GuardRules {
  /** The timeout for the whole request: lookup, connection, redirects, body. Default: 10 s. */
  readonly timeoutMs?: number | undefined
  /** The maximum size of a body, decompressed. Default: 1 MiB. */
  readonly maxBytes?: number | undefined
  /** Default: the real clock. */
  readonly runtime?: Runtime | undefined
}
