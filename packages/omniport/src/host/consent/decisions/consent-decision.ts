import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'

/** What a policy says: yes, no, or that a person is asked. */
export type Verdict = 'allow' | 'ask' | 'deny'

/** What a person says. */
export type ConsentDecision = 'allow' | 'deny' | DetailedConsentDecision

/** An answer that is more than yes or no. */
export interface DetailedConsentDecision {
  readonly answer: 'allow' | 'deny'
  /** Default: the same question is asked again the next time. */
  readonly remember?: Remember | undefined
  /** Of a question about sampling: what the model is asked instead. */
  readonly params?: SampleParams | undefined
  /** Of a question about sampling: what the server gets instead. */
  readonly result?: SampleResult<SampleContent> | undefined
}

/** How long an answer holds: for as long as the host lives, or until it is forgotten. */
export type Remember =
  | 'session'
  | 'always'
  | {
      readonly scope: 'session' | 'always'
      /** True: only for calls with exactly these arguments. Default: for all calls of the tool as it is now defined. */
      readonly args?: boolean | undefined
      /** Default: no end. */
      readonly forMs?: number | undefined
    }
