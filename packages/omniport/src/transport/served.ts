/** A running server on a transport. */
export interface Served {
  /** Resolves when serving is over, for any reason. Never rejects. */
  readonly closed: Promise<void>
  /** Lets requests in flight finish, then ends serving. Settles last; safe to call twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
