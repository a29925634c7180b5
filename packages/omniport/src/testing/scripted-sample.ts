import type { SampleContent, SampleParams, SampleResult } from '../protocol/model/sampling.js'

/** A scripted model, for `connect` and `createHost`. */
export interface ScriptedSample {
  (params: SampleParams): SampleResult<SampleContent>
  /** The number of unused answers. */
  readonly left: number
  /** The requests so far, in order. */
  readonly asked: readonly SampleParams[]
}

/**
 * Creates a model for tests that returns one answer after the other: `connect(server, { sample: scriptedSample(['Oslo']) })`. A
 * string is text content; missing members of a result are filled in, with `scripted` as the model; an error is thrown, and so
 * is one when no answer is left.
 *
 * @throws TypeError for an answer of another type.
 */
export function scriptedSample(
  answers: readonly (string | Partial<SampleResult<SampleContent>> | Error)[],
): ScriptedSample {
  const remaining = answers.map(toAnswer)
  const asked: SampleParams[] = []
  const answer = (params: SampleParams): SampleResult<SampleContent> => {
    asked.push(params)
    const next = remaining.shift()
    if (next === undefined) throw new Error('No scripted answer is left')
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
