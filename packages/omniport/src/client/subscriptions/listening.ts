/** A change of a list or a resource, without the new content. Equal changes may become one. */
export type Change =
  | { readonly type: 'tools' | 'prompts' | 'resources' }
  | { readonly type: 'resource'; readonly uri: string }

/** Selects changes of lists, and of the contents of resources. */
export interface Filter {
  readonly tools?: boolean | undefined
  readonly prompts?: boolean | undefined
  readonly resources?: boolean | undefined
  readonly uris?: readonly string[] | undefined
}

/**
 * Changes as they come. The iteration ends when it is closed, when its signal aborts, when the client closes or when the
 * server ends it. After a lost connection is made again, everything in the filter counts as changed. Where it cannot be
 * made again, the iteration throws OmniportError `closed`.
 *
 * spec: basic/patterns/subscriptions
 */
export interface Listening extends AsyncIterable<Change> {
  /** The part of the requested filter that the server honours. What it does not announce is left out. */
  readonly filter: Filter
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
