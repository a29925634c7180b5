/** Something that is being served. */
export interface Served {
  /** Resolves when serving is over, whoever ended it. Never rejects. */
  readonly closed: Promise<void>
  /** Ends serving in good order. Settles last; safe to call twice. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
