import type { JsonObject, Time } from './values.js'

export interface Decision {
  readonly id: string
  readonly type: 'start' | 'call' | 'sample' | 'elicit' | 'roots' | 'skill' | 'app'
  readonly server: string
  readonly subject: string
  readonly answer: 'allow' | 'deny'
  readonly scope: 'session' | 'always'
  readonly at: Time
  readonly until?: Time
}

/** A record of the audit log: `seq`, `at`, `type`, and what it is about. Secrets are `***`. */
export type AuditRecord = JsonObject & { readonly seq: number; readonly at: Time; readonly type: string }

export interface Root {
  readonly uri: string
  readonly name?: string
}
