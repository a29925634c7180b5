import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'

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
