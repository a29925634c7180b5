import type { ConsentRequest } from '../requests/consent-request.js'

/** A remembered decision. It is bound to exactly what was decided, and is void if that changes. */
export interface Decision {
  readonly id: string
  readonly type: ConsentRequest['type']
  readonly server: string
  /** The subject in words: the name of a tool, a command. */
  readonly subject: string
  /** SHA-256 of what it is bound to, in hexadecimal. */
  readonly binding: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  /** Milliseconds since 1970. */
  readonly at: number
  /** The end of its validity, in milliseconds since 1970; undefined: unlimited. */
  readonly until?: number | undefined
}

/**
 * Stores decisions beyond the lifetime of a host. If it rejects, the consent request rejects with the same error and nothing
 * is allowed.
 */
export interface DecisionStore {
  list(): Promise<readonly Decision[]>
  /** Replaces a decision with the same type, server and binding. */
  put(decision: Decision): Promise<void>
  delete(id: string): Promise<void>
}
