import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import { KeyedMutex } from '../../async/waiting/keyed-mutex.js'
import { waitFor } from '../../async/waiting/wait-for.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import { mustBe } from '../../values/options/check-options.js'
import type { AuditEntry } from '../audit/audit-record.js'
import type { HostOptions } from '../host-options.js'
import type { Launch } from '../servers/settings/launch.js'
import type { Verdict } from './decisions/consent-decision.js'
import type { Decision, DecisionStore } from './decisions/decision.js'
import { type ParsedConsentDecision, parseConsentDecision } from './decisions/parse-consent-decision.js'
import { RememberedDecisions } from './decisions/remembered-decisions.js'
import { bindConsentRequest, type ConsentBinding } from './requests/bind-consent-request.js'
import type { ConsentRequest } from './requests/consent-request.js'
import { subjectOf } from './requests/subject-of.js'

export interface ConsentOptions extends Pick<HostOptions, 'policy' | 'ask'> {
  readonly decisions: DecisionStore
  readonly audit: { append(entry: AuditEntry): Promise<void> }
  readonly runtime: Runtime
}

export interface DecideContext {
  readonly launch: Launch
  /** Aborting it ends the wait for policy, person and store. */
  readonly signal: AbortSignal
}

/**
 * Decides consent requests by the policy, remembered decisions and the person. A request is allowed only by an explicit
 * decision that is in the audit log.
 *
 * spec: specification#key-principles
 */
export class Consent {
  readonly #options: ConsentOptions
  readonly #decisions: RememberedDecisions
  readonly #mutex = new KeyedMutex()
  /** Settles when all requests so far are queued. */
  #allQueued: Promise<void> = Promise.resolve()

  constructor(options: ConsentOptions) {
    this.#options = options
    this.#decisions = new RememberedDecisions({ stored: options.decisions, runtime: options.runtime })
  }

  /**
   * Decides a request: by the policy; if that says `ask`, by a remembered decision; else by the person; and without an `ask`
   * handler it is denied. A person gets requests with the same binding one at a time, in the order in which the policy
   * returned `ask`; the later ones only if the answer was not remembered.
   *
   * Rejects with the reason of the signal, with errors of the policy, the person, the store or the audit log, and with
   * TypeError for an invalid verdict or answer. Nothing is allowed then.
   */
  async decide(question: ConsentRequest, { launch, signal }: DecideContext): Promise<ConsentOutcome> {
    // One listener per request: many requests may share a signal.
    const abort = new LinkedAbortController(signal)
    try {
      return await waitFor(this.#decide(question, launch, abort.signal), { signal: abort.signal })
    } finally {
      abort.unlink()
    }
  }

  list(): Promise<readonly Decision[]> {
    return this.#decisions.list()
  }

  forget(id: string): Promise<void> {
    return this.#decisions.forget(id)
  }

  async #decide(question: ConsentRequest, launch: Launch, signal: AbortSignal): Promise<ConsentOutcome> {
    signal.throwIfAborted()
    const { verdict, by } = await this.#verdictOn(question)
    signal.throwIfAborted()
    if (verdict !== 'ask') return this.#record(question, { answer: verdict, by })
    return this.#decideInOrder(question, launch, signal)
  }

  /** Bindings are hashed concurrently, but requests are queued in the order of their calls. */
  async #decideInOrder(question: ConsentRequest, launch: Launch, signal: AbortSignal): Promise<ConsentOutcome> {
    const before = this.#allQueued
    const queued = Promise.all([bindConsentRequest(question, launch), before]).then(([bound]) => {
      const key = JSON.stringify([question.type, question.server, bound.binding])
      return { turn: this.#mutex.run(key, signal, () => this.#recallOrAsk(question, bound, signal)) }
    })
    this.#allQueued = Promise.allSettled([before, queued]).then(() => {})
    return (await queued).turn
  }

  async #verdictOn(
    question: ConsentRequest,
  ): Promise<{ readonly verdict: Verdict; readonly by: 'policy' | 'default' }> {
    const { policy } = this.#options
    // Elicitations ask the person anyway.
    if (policy === undefined) return { verdict: question.type === 'elicit' ? 'allow' : 'ask', by: 'default' }
    const verdict: unknown = await policy(question)
    if (verdict === 'allow' || verdict === 'ask' || verdict === 'deny') return { verdict, by: 'policy' }
    throw mustBe('policy: its result', '"allow", "ask" or "deny"', verdict)
  }

  async #recallOrAsk(question: ConsentRequest, bound: ConsentBinding, signal: AbortSignal): Promise<ConsentOutcome> {
    const remembered = await this.#decisions.find(question, bound)
    if (remembered !== undefined) return this.#record(question, { answer: remembered, by: 'memory' })
    const { ask } = this.#options
    if (ask === undefined) return this.#record(question, { answer: 'deny', by: 'default' })
    signal.throwIfAborted()
    const decision = parseConsentDecision(
      await waitFor(Promise.resolve(ask(question, { signal })), { signal }),
      question,
    )
    signal.throwIfAborted()
    const outcome = await this.#record(question, { ...decision, by: 'person' })
    const { answer, remember } = decision
    if (remember !== undefined) await this.#decisions.remember(question, bound, { ...remember, answer })
    return outcome
  }

  /** Writes the decision to the audit log before it takes effect or is remembered. */
  async #record(question: ConsentRequest, decision: DecisionDetails): Promise<ConsentOutcome> {
    const { answer, by, remember, params, result } = decision
    await this.#options.audit.append({
      type: 'decision',
      question: question.type,
      server: question.server,
      subject: subjectOf(question),
      answer,
      by,
      ...(remember !== undefined && { remembered: remember.scope }),
    })
    if (answer === 'deny') return { answer, by }
    return { answer, by, ...(params !== undefined && { params }), ...(result !== undefined && { result }) }
  }
}

type DecisionDetails = ParsedConsentDecision & Pick<ConsentOutcome, 'by'>

export interface ConsentOutcome {
  readonly answer: 'allow' | 'deny'
  /** `default`: neither a policy nor `ask` was given. */
  readonly by: 'policy' | 'memory' | 'person' | 'default'
  /** The prompt as a person edited it. */
  readonly params?: SampleParams | undefined
  /** The answer as a person edited it. */
  readonly result?: SampleResult<SampleContent> | undefined
}
