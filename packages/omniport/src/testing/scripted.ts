import type { ConnectOptions, ElicitQuestion } from '../client/connect-options.js'
import type { ElicitAnswer } from '../protocol/model/elicitation.js'
import type { FormValues } from '../schema/schema.js'

/** A scripted handler for forms. */
export interface Scripted {
  (question: ElicitQuestion): ElicitAnswer<FormValues>
  /** The number of unused answers. */
  readonly left: number
  /** The requests so far, in order. */
  readonly asked: readonly ElicitQuestion[]
}

/**
 * Creates a handler for tests that answers forms one after the other: `connect(server, { elicit: scripted([{ name: 'ann' }, {
 * action: 'decline' }]) })`. An object of fields accepts the form; `{ action }`, with or without `content`, is a whole answer.
 * It throws when no answer is left.
 *
 * @throws TypeError for an answer that is not an object.
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

/** A form with its own field `action` needs a whole answer. */
function isElicitAnswer(answer: ElicitAnswer<FormValues> | FormValues): answer is ElicitAnswer<FormValues> {
  const { action, content: _content, ...others } = answer as { readonly action?: unknown; readonly content?: unknown }
  return actions.has(action) && Object.keys(others).length === 0
}
