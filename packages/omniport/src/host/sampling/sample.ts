import type { AnswerContext } from '../../client/connect-options.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'

/** A model: returns one message of at most `params.maxTokens` tokens. Any provider can implement it. */
export type Sample = (
  params: SampleParams,
  ctx: AnswerContext & { readonly server: string },
) => SampleResult<SampleContent> | Promise<SampleResult<SampleContent>>

/** The sampling limits of each server; requests beyond them are refused without consent. */
export interface SampleBudget {
  /** Default: 20. */
  readonly requestsPerMinute?: number | undefined
  /** Limit of one answer, applied before consent is requested. Default: 4,096. */
  readonly maxTokens?: number | undefined
  /** Limit over the lifetime of the host, counted by the tokens allowed for each answer. Default: 200,000. */
  readonly totalTokens?: number | undefined
}
