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

/** Who decides, and where that is kept. */
export interface ConsentOptions extends Pick<HostOptions, 'policy' | 'ask'> {
  readonly decisions: DecisionStore
  readonly audit: { append(entry: AuditEntry): Promise<void> }
  readonly runtime: Runtime
}

/** What surrounds a question. */
export interface DecideContext {
  /** How the server that the question is about comes to be. */
  readonly launch: Launch
  /** Aborting it ends the wait, whoever is waited for. */
  readonly signal: AbortSignal
}

/**
 * The person's rules, and the person. Nothing is allowed unless somebody said so and it is in the audit log.
 *
 * spec: specification#key-principles
 */
export class Consent {
  readonly #options: ConsentOptions
  readonly #decisions: RememberedDecisions
  readonly #mutex = new KeyedMutex()
  /** Settles when all questions so far have their places in line. */
  #allQueued: Promise<void> = Promise.resolve()

  constructor(options: ConsentOptions) {
    this.#options = options
    this.#decisions = new RememberedDecisions({ stored: options.decisions, runtime: options.runtime })
  }

  /**
   * What the policy says; where it says `ask`, what is remembered; else what the person says, and without anybody to ask, no.
   * Of questions with one binding a person gets one at a time, in the order in which the policy left them to somebody, and the
   * others only if the answer to it was not remembered.
   *
   * Rejects with the reason of the signal, with what policy, person, store or audit log reject with, and with TypeError for
   * what is no verdict or no answer: nothing is allowed then.
   */
  async decide(question: ConsentRequest, { launch, signal }: DecideContext): Promise<ConsentOutcome> {
    // Many questions may share a signal.
    const abort = new LinkedAbortController(signal)
    try {
      return await waitFor(this.#decide(question, launch, abort.signal), { signal: abort.signal })
    } finally {
      abort.unlink()
    }
  }

  /** What is remembered and holds. */
  list(): Promise<readonly Decision[]> {
    return this.#decisions.list()
  }

  /** The next time is asked again. */
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

  /** Digests come in any order: places in line are those of the questions. */
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
    // Forms and pages are questions themselves.
    if (policy === undefined) return { verdict: question.type === 'elicit' ? 'allow' : 'ask', by: 'default' }
    const verdict: unknown = await policy(question)
    if (verdict === 'allow' || verdict === 'ask' || verdict === 'deny') return { verdict, by: 'policy' }
    throw mustBe('policy: what it returns', '"allow", "ask" or "deny"', verdict)
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

  /** Written down first: nothing has an effect, and nothing is remembered, that the log does not have. */
  async #record(question: ConsentRequest, unrecorded: UnrecordedOutcome): Promise<ConsentOutcome> {
    const { answer, by, remember, params, result } = unrecorded
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

type UnrecordedOutcome = ParsedConsentDecision & Pick<ConsentOutcome, 'by'>

/** What a question came to. */
export interface ConsentOutcome {
  readonly answer: 'allow' | 'deny'
  /** `default`: there was no rule for it, and nobody to ask. */
  readonly by: 'policy' | 'memory' | 'person' | 'default'
  /** What the model is asked instead: a person edited the prompt. */
  readonly params?: SampleParams | undefined
  /** What the server gets instead: a person edited the answer. */
  readonly result?: SampleResult<SampleContent> | undefined
}
