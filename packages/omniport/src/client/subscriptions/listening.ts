/** What changed. Read it again: a change says nothing more, and equal ones may have become one. */
export type Change =
  | { readonly type: 'tools' | 'prompts' | 'resources' }
  | { readonly type: 'resource'; readonly uri: string }

/** What to hear of: changes of lists, and of the contents of resources. */
export interface Filter {
  readonly tools?: boolean | undefined
  readonly prompts?: boolean | undefined
  readonly resources?: boolean | undefined
  readonly uris?: readonly string[] | undefined
}

/**
 * Changes as they come. The iteration ends when it is closed, when its signal aborts, when the client closes or when the
 * server ends it. A lost connection is made again in the meantime, and everything asked for then counts as changed; where
 * that cannot be, the iteration throws OmniportError `closed`.
 *
 * spec: basic/patterns/subscriptions
 */
export interface Listening extends AsyncIterable<Change> {
  /** What the server agreed to, which may be less than was asked for. */
  readonly filter: Filter
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
