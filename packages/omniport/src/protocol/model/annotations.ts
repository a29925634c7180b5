/** Whose words a message is, or whom content is for. */
export type Role = 'user' | 'assistant'

/** Hints on how content or a resource is used or shown. spec: server/resources#annotations */
export interface Annotations {
  /** Whom it is for; both where both are named. */
  readonly audience?: readonly Role[] | undefined
  /** 0 (optional) to 1 (required). */
  readonly priority?: number | undefined
  /** ISO 8601, such as `2025-01-12T15:00:58Z`. */
  readonly lastModified?: string | undefined
}
