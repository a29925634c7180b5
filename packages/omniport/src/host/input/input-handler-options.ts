import type { Root } from '../../protocol/model/roots.js'
import type { AuditEntry } from '../audit/audit-record.js'
import type { DetailedConsentDecision } from '../consent/decisions/consent-decision.js'
import type { ConsentRequest } from '../consent/requests/consent-request.js'
import type { HostOptions } from '../host-options.js'
import type { Budget } from '../sampling/budget.js'
import type { Launch } from '../servers/settings/launch.js'

export interface InputHandlerOptions {
  readonly server: string
  /** The launch of the server; remembered decisions are bound to it. */
  readonly launch: Launch
  readonly consent: ConsentDecider
  readonly audit: { append(entry: AuditEntry): Promise<void> }
  readonly handlers: Pick<HostOptions, 'elicit' | 'elicitUrl' | 'sample'>
  /** Gets the roots that are there now. Default: the capability is not advertised. */
  readonly roots?: (() => readonly Root[] | Promise<readonly Root[]>) | undefined
  /** The budget of the server, shared by all its connections. */
  readonly budget: Budget
}

/** Decides consent requests by a policy, a remembered decision or a person. */
export interface ConsentDecider {
  /** Rejects with the reason of an aborted `signal`, or the error that prevents a decision; nothing is allowed then. */
  decide(
    request: ConsentRequest,
    ctx: { readonly launch: Launch; readonly signal: AbortSignal },
  ): Promise<ConsentResult>
}

/** A decision, with the checked edits of the person. */
export type ConsentResult = Pick<DetailedConsentDecision, 'answer' | 'params' | 'result'>
