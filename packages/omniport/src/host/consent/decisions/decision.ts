import type { ConsentRequest } from '../requests/consent-request.js'

/** An answer that is remembered. It is bound to exactly what was asked about: where that changes, it does not hold. */
export interface Decision {
  readonly id: string
  readonly type: ConsentRequest['type']
  readonly server: string
  /** What it is about, for people: the name of a tool, a command. */
  readonly subject: string
  /** SHA-256 over what it is bound to, as hexadecimal text. */
  readonly binding: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  /** Milliseconds since 1970. */
  readonly at: number
  /** From then on it does not hold. Undefined: no end. */
  readonly until?: number | undefined
}

/** Where decisions are kept that outlive a host. What it rejects with is what asking rejects with: nothing is allowed then. */
export interface DecisionStore {
  list(): Promise<readonly Decision[]>
  /** One of the same type, server and binding is replaced. */
  put(decision: Decision): Promise<void>
  delete(id: string): Promise<void>
}
