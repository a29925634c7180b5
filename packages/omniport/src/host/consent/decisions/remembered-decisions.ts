import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import { type ConsentBinding, isApprovalMemorable } from '../requests/bind-consent-request.js'
import type { ConsentRequest } from '../requests/consent-request.js'
import { subjectOf } from '../requests/subject-of.js'
import type { Decision, DecisionStore } from './decision.js'
import { MemoryDecisions } from './memory-decisions.js'
import type { RememberOptions } from './parse-consent-decision.js'

/** Remembers decisions for the session or in a store. */
export class RememberedDecisions {
  readonly #session = new MemoryDecisions(maxSessionDecisions)
  readonly #stored: DecisionStore
  readonly #runtime: Runtime

  constructor({ stored, runtime }: { readonly stored: DecisionStore; readonly runtime: Runtime }) {
    this.#stored = stored
    this.#runtime = runtime
  }

  /**
   * Finds the decision that applies to a request; undefined if there is none. A denial wins over an approval: a person who
   * denied all calls of a tool after allowing some meant those too.
   */
  async find(request: ConsentRequest, bound: ConsentBinding): Promise<'allow' | 'deny' | undefined> {
    return answerIn(await this.list(), request, bound)
  }

  async remember(request: ConsentRequest, bound: ConsentBinding, options: DecisionToRemember): Promise<void> {
    const { type, server } = request
    const { answer, scope, args, forMs } = options
    const at = this.#runtime.now()
    const exact = args ? bound.exactBinding : undefined
    const decision: Decision = {
      id: randomId(this.#runtime, 16),
      type,
      server,
      subject: subjectOf(request),
      binding: exact ?? bound.binding,
      answer,
      scope,
      at,
      ...(forMs !== undefined && { until: at + forMs }),
    }
    await (scope === 'session' ? this.#session : this.#stored).put(decision)
  }

  /** Lists the valid decisions, those of the store first. */
  async list(): Promise<readonly Decision[]> {
    const all = [...(await this.#stored.list()), ...(await this.#session.list())]
    const now = this.#runtime.now()
    return all.filter(({ until }) => until === undefined || now < until)
  }

  /** Does nothing for an unknown id. */
  async forget(id: string): Promise<void> {
    await this.#session.delete(id)
    await this.#stored.delete(id)
  }
}

/** The answer that some decisions give to a request, as `RememberedDecisions.find` does. */
export function answerIn(
  decisions: readonly Decision[],
  request: ConsentRequest,
  bound: ConsentBinding,
): 'allow' | 'deny' | undefined {
  const { type, server } = request
  const bindings = [bound.binding, ...(bound.exactBinding === undefined ? [] : [bound.exactBinding])]
  const matching = decisions.filter(
    (decision) => decision.type === type && decision.server === server && bindings.includes(decision.binding),
  )
  if (matching.some(({ answer }) => answer === 'deny')) return 'deny'
  return isApprovalMemorable(request) && matching.some(({ answer }) => answer === 'allow') ? 'allow' : undefined
}

/** Beyond this limit the oldest are dropped and decided anew. */
const maxSessionDecisions = 1_000

interface DecisionToRemember extends RememberOptions {
  readonly answer: 'allow' | 'deny'
}
