import type { ConnectOptions, ElicitQuestion } from '../client/connect-options.js'
import type { ElicitAnswer } from '../protocol/model/elicitation.js'
import type { FormValues } from '../schema/schema.js'

/** A handler for forms that answers by a script. */
export interface Scripted {
  (question: ElicitQuestion): ElicitAnswer<FormValues>
  /** Answers that nobody asked for yet. */
  readonly left: number
  /** What was asked, in order. */
  readonly asked: readonly ElicitQuestion[]
}

/**
 * Answers forms in a test, one after the other: `connect(server, { elicit: scripted([{ name: 'ann' }, { action: 'decline' }]) })`.
 * Fields are an accepted form; `{ action }`, with `content` or without, is a whole answer. A question too many throws.
 *
 * @throws TypeError for an answer that is neither.
 */
export function scripted(
  answers: readonly (ElicitAnswer<FormValues> | FormValues)[],
): Scripted & NonNullable<ConnectOptions['elicit']> {
  const remaining = answers.map(toAnswer)
  const asked: ElicitQuestion[] = []
  const answer = (question: ElicitQuestion): ElicitAnswer<FormValues> => {
    asked.push(question)
    const next = remaining.shift()
    if (next === undefined) throw new Error(`No answer is left for "${question.message}"`)
    return next
  }
  return Object.defineProperties(answer, {
    left: { get: () => remaining.length },
    asked: { value: asked },
  }) as typeof answer & Scripted // both members were just added
}

const actions: ReadonlySet<unknown> = new Set(['accept', 'decline', 'cancel'])

function toAnswer(answer: ElicitAnswer<FormValues> | FormValues, index: number): ElicitAnswer<FormValues> {
  if (typeof answer !== 'object' || answer === null) throw new TypeError(`scripted: answer ${index} must be an object`)
  return isElicitAnswer(answer) ? answer : { action: 'accept', content: answer }
}

/** A form may have a field `action` of its own: then it is written as a whole answer. */
function isElicitAnswer(answer: ElicitAnswer<FormValues> | FormValues): answer is ElicitAnswer<FormValues> {
  const { action, content: _content, ...others } = answer as { readonly action?: unknown; readonly content?: unknown }
  return actions.has(action) && Object.keys(others).length === 0
}
