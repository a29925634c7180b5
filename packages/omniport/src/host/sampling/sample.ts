import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'

/** A model: asked for one message, it gives one, of `params.maxTokens` tokens at most. Any provider can be put behind it. */
export type Sample = (
  params: SampleParams,
  ctx: { readonly signal: AbortSignal; readonly server: string },
) => SampleResult<SampleContent> | Promise<SampleResult<SampleContent>>

/** What one server may have of the model; beyond it the question is refused, and nobody is asked. */
export interface SampleBudget {
  /** Default: 20. */
  readonly requestsPerMinute?: number | undefined
  /** Of one answer: more is cut to this before anybody is asked. Default: 4,096. */
  readonly maxTokens?: number | undefined
  /** Answers of the whole life of the host, by what was allowed for each. Default: 200,000. */
  readonly totalTokens?: number | undefined
}
