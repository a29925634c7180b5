import type { Runtime } from '../../async/runtime/runtime.js'

/** Which addresses are let through. */
export interface GuardRules {
  /**
   * Lets `localhost` and loopback addresses through, over `http:` too: for a server on this machine. The risk: whoever names
   * addresses reaches what else listens there. Default: false.
   */
  readonly allowLoopback?: boolean | undefined
  /**
   * Lifts every rule about addresses and names, and no other: `https:` stays. The risk: whoever names addresses reaches all
   * that this machine does, such as the metadata of a cloud. Default: false.
   */
  readonly allowPrivateNetwork?: boolean | undefined
}

/** What a guarded `fetch` lets through, and how much of it. */
export interface GuardOptions extends GuardRules {
  /** For all of a request: names, connection, redirects, body. Default: 10 s. */
  readonly timeoutMs?: number | undefined
  /** The longest body of a reply, decompressed. Default: 1 MiB. */
  readonly maxBytes?: number | undefined
  /** Default: the real clock. */
  readonly runtime?: Runtime | undefined
}
