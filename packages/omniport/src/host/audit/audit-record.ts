import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { ServerState } from '../servers/server-status.js'

/**
 * One line of what happened; decisions, calls, prompts, resources and approvals before they have any effect. Secrets that the
 * host knows, and values named like one, are `***`.
 */
export type AuditRecord = AuditEntry & {
  /** From 1, without a gap. */
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /** SHA-256 of the canonical JSON of the record before, as hexadecimal text: what was cut out or changed shows. Empty in the first. */
  readonly previous: string
}

/** What can happen. */
export type AuditEntry =
  | {
      readonly type: 'decision'
      readonly question: ConsentRequest['type']
      readonly server: string
      /** A tool, a command, an address. */
      readonly subject: string
      readonly answer: 'allow' | 'deny'
      /** `default`: there was no rule for it, and nobody to ask. */
      readonly by: 'policy' | 'memory' | 'person' | 'default'
      readonly remembered?: 'session' | 'always' | undefined
    }
  /** A remembered decision that does not hold any more. */
  | { readonly type: 'forget'; readonly decision: string }
  | {
      readonly type: 'call'
      /** The same in the `result` of this call. */
      readonly call: string
      readonly server: string
      readonly tool: string
      readonly definition: string
      readonly args: unknown
    }
  | {
      readonly type: 'result'
      readonly call: string
      readonly server: string
      readonly tool: string
      /** The tool succeeded, it failed, or there is no result. */
      readonly outcome: 'ok' | 'tool-error' | 'failed'
      readonly error?: string | undefined
      readonly ms: number
    }
  | { readonly type: 'prompt'; readonly server: string; readonly prompt: string; readonly args: unknown }
  | { readonly type: 'resource'; readonly server: string; readonly uri: string }
  | {
      readonly type: 'sample'
      readonly server: string
      readonly model: string
      readonly maxTokens: number
      readonly stopReason?: string | undefined
    }
  | { readonly type: 'elicit'; readonly server: string; readonly mode: 'form' | 'url'; readonly action: string }
  | { readonly type: 'roots'; readonly server: string; readonly uris: readonly string[] }
  | {
      readonly type: 'server'
      readonly server: string
      readonly state: ServerState
      readonly reason?: string | undefined
    }
  | {
      readonly type: 'pin'
      readonly server: string
      readonly tool: string
      readonly change: 'new' | 'changed' | 'removed' | 'approved'
      readonly definition?: string | undefined
    }

/** Where the records go. Nothing is decided or called that cannot be written: what it rejects with, that rejects with as well. */
export interface AuditSink {
  append(record: AuditRecord): void | Promise<void>
  /**
   * The last record that it has, asked for before the first is appended and after one that it refused: numbers and digests go on
   * from there. Default: it has none, and what it refused it does not keep.
   */
  last?(): Promise<AuditRecord | undefined>
}
