/** The author of a message, or the audience of content. */
export type Role = 'user' | 'assistant'

/** Hints on how content or a resource is used or shown. spec: server/resources#annotations */
export interface Annotations {
  /** The audience; both roles if both are named. */
  readonly audience?: readonly Role[] | undefined
  /** 0 (optional) to 1 (required). */
  readonly priority?: number | undefined
  /** ISO 8601, such as `2025-01-12T15:00:58Z`. */
  readonly lastModified?: string | undefined
}
