import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { ServerState } from '../servers/server-status.js'

/**
 * One event in the audit log. Decisions, calls, prompts, resources and approvals are written before they take effect. Known
 * secrets, and values with secret names, are `***`.
 */
export type AuditRecord = AuditEntry & {
  /** The number of the record, from 1 without gaps. */
  readonly seq: number
  /** Milliseconds since 1970. */
  readonly at: number
  /**
   * SHA-256 of the canonical JSON of the previous record, in hexadecimal, which reveals removed and changed records. Empty in
   * the first record.
   */
  readonly previous: string
}

/** The kinds of events. */
export type AuditEntry =
  | {
      readonly type: 'decision'
      readonly question: ConsentRequest['type']
      readonly server: string
      /** A tool, a command or a URL. */
      readonly subject: string
      readonly answer: 'allow' | 'deny'
      /** `pin`: the definition of the tool is not the pinned one. `default`: neither a policy nor `ask` was given. */
      readonly by: 'policy' | 'memory' | 'person' | 'pin' | 'default'
      readonly remembered?: 'session' | 'always' | undefined
    }
  /** A remembered decision was forgotten. */
  | { readonly type: 'forget'; readonly decision: string }
  | {
      readonly type: 'call'
      /** The id that the `result` of this call has too. */
      readonly call: string
      readonly server: string
      readonly tool: string
      readonly definition: string
      readonly args: unknown
      /** True: an app of the server calls, not a model. */
      readonly isFromApp?: boolean | undefined
      /** The id of the caller, where a gateway serves several. */
      readonly principal?: string | undefined
    }
  | {
      readonly type: 'result'
      readonly call: string
      readonly server: string
      readonly tool: string
      /** `failed`: the call returned no result. `input-required`: its client is asked, and calls again with the answer. */
      readonly outcome: 'ok' | 'tool-error' | 'failed' | 'input-required'
      readonly error?: string | undefined
      readonly ms: number
    }
  | {
      readonly type: 'prompt'
      readonly server: string
      readonly prompt: string
      readonly args: unknown
      readonly principal?: string | undefined
    }
  | {
      readonly type: 'resource'
      readonly server: string
      readonly uri: string
      readonly principal?: string | undefined
    }
  /** A skill is about to be loaded, or a changed one was approved. `definition` is the digest of its frontmatter and files. */
  | {
      readonly type: 'skill'
      readonly server: string
      readonly uri: string
      readonly definition: string
      readonly action: 'load' | 'approve'
    }
  /** An app is about to be shown. `definition` is the digest of its page and of what it declares. */
  | {
      readonly type: 'app'
      readonly server: string
      readonly tool: string
      readonly uri: string
      readonly definition: string
      /** All domains that its page may use, and the permissions that it asks for. */
      readonly domains: readonly string[]
      readonly permissions: readonly string[]
    }
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

/** Stores audit records. If it rejects, the decision or call rejects with the same error and does not happen. */
export interface AuditSink {
  append(record: AuditRecord): void | Promise<void>
  /**
   * Returns the last stored record. Called before the first append and after a rejected one, so that numbers and digests
   * continue from there. Default: the store starts empty, and a rejected record was not stored.
   */
  last?(): Promise<AuditRecord | undefined>
}
