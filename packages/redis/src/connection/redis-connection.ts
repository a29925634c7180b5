/**
 * A client of Redis as two functions. `fromNodeRedis` and `fromIoredis` make it of the two common clients; for another client write
 * it yourself.
 *
 * Contract:
 * - Replies are integers, strings, null and arrays of them, as RESP2 and RESP3 have them for scripts.
 * - An error that Redis replies is an `Error` whose message begins with its code, such as `NOSCRIPT`. Any other rejection means that
 *   the connection was lost, and whether the command ran is unknown.
 * - The client reconnects by itself, and then subscribes again. It may hold commands back meanwhile.
 */
export interface RedisConnection {
  /**
   * Sends one command, such as `['GET', 'key']`, and resolves with its reply. In a cluster it goes to the primary of its first key:
   * of `EVAL` and `EVALSHA` that is the fourth element, of all others the second.
   */
  command(args: readonly string[]): Promise<unknown>
  /**
   * Calls `onMessage` for each message of a channel. Resolves once Redis has confirmed it, with a function that ends it. In a cluster
   * it is a sharded subscription (`SSUBSCRIBE`).
   */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<() => void>
  /** True if the keys are spread over several primaries. Default: false. */
  readonly cluster?: boolean | undefined
  /** Closes what the connection opened beside the client that it was made of. */
  close?(): Promise<void>
}
