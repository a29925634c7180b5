import type { SampleContent, SampleParams, SampleResult } from '../protocol/model/sampling.js'

/** A model that answers by a script: for `connect`, and for `createHost`. */
export interface ScriptedSample {
  (params: SampleParams): SampleResult<SampleContent>
  /** Answers that nobody asked for yet. */
  readonly left: number
  /** What it was asked, in order. */
  readonly asked: readonly SampleParams[]
}

/**
 * Stands for a model in a test, and gives one answer after the other: `connect(server, { sample: scriptedSample(['Oslo']) })`. A
 * string is a text; of a result the members that are left out are filled in: the model is `scripted`; an error is thrown, and
 * so is a question too many.
 *
 * @throws TypeError for an answer that is none of these.
 */
export function scriptedSample(
  answers: readonly (string | Partial<SampleResult<SampleContent>> | Error)[],
): ScriptedSample {
  const remaining = answers.map(toAnswer)
  const asked: SampleParams[] = []
  const answer = (params: SampleParams): SampleResult<SampleContent> => {
    asked.push(params)
    const next = remaining.shift()
    if (next === undefined) throw new Error('No answer of the model is left')
    if (next instanceof Error) throw next
    return next
  }
  return Object.defineProperties(answer, {
    left: { get: () => remaining.length },
    asked: { value: asked },
  }) as typeof answer & ScriptedSample // both members were just added
}

function toAnswer(
  answer: string | Partial<SampleResult<SampleContent>> | Error,
  index: number,
): SampleResult<SampleContent> | Error {
  if (answer instanceof Error) return answer
  if (typeof answer === 'string') return toAnswer({ content: [{ type: 'text', text: answer }] }, index)
  if (typeof answer !== 'object' || answer === null) {
    throw new TypeError(`scriptedSample: answer ${index} must be a string, an object or an error`)
  }
  const { content = [] } = answer
  const stopReason = content.some(({ type }) => type === 'tool_use') ? 'toolUse' : 'endTurn'
  return { role: 'assistant', model: 'scripted', stopReason, ...answer, content }
}
