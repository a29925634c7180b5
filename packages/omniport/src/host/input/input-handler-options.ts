import type { Root } from '../../protocol/model/roots.js'
import type { AuditEntry } from '../audit/audit-record.js'
import type { DetailedConsentDecision } from '../consent/decisions/consent-decision.js'
import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { HostOptions } from '../host-options.js'
import type { Budget } from '../sampling/budget.js'
import type { Launch } from '../servers/settings/launch.js'

/** Whose questions are answered, and by whom. */
export interface InputHandlerOptions {
  /** The name of the one server that asks: nothing of another is within reach. */
  readonly server: string
  /** How it comes to be: what is remembered of it holds for nothing else. */
  readonly launch: Launch
  readonly consent: ConsentDecider
  readonly audit: { append(entry: AuditEntry): Promise<void> }
  readonly handlers: Pick<HostOptions, 'elicit' | 'elicitUrl' | 'sample'>
  /** Gives the roots as they are now. Default: the server is told that there is no such thing. */
  readonly roots?: (() => readonly Root[]) | undefined
  /** Of this server, the same for all its connections. */
  readonly budget: Budget
}

/** Decides a question: by a policy, from memory, or by asking a person. */
export interface ConsentDecider {
  /** Rejects with the reason of an aborted `signal`, and with whatever keeps it from deciding: nothing is allowed then. */
  decide(
    request: ConsentRequest,
    ctx: { readonly launch: Launch; readonly signal: AbortSignal },
  ): Promise<ConsentResult>
}

/** What was decided. What a person edited was checked to be what it must be by itself. */
export type ConsentResult = Pick<DetailedConsentDecision, 'answer' | 'params' | 'result'>
