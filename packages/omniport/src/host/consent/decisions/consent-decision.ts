import type { SampleContent, SampleParams, SampleResult } from '../../../protocol/model/sampling.js'

/** The verdict of a policy; `ask` passes the request to a person. */
export type Verdict = 'allow' | 'ask' | 'deny'

/** The decision of a person. */
export type ConsentDecision = 'allow' | 'deny' | DetailedConsentDecision

/** A decision with details. */
export interface DetailedConsentDecision {
  readonly answer: 'allow' | 'deny'
  /** Default: the decision is not remembered. */
  readonly remember?: Remember | undefined
  /** An edited prompt, for a sampling request. */
  readonly params?: SampleParams | undefined
  /** An edited answer, for a sampling request. */
  readonly result?: SampleResult<SampleContent> | undefined
}

/** The lifetime of a decision: until the host is closed, or until it is forgotten. */
export type Remember =
  | 'session'
  | 'always'
  | {
      readonly scope: 'session' | 'always'
      /** True: only for calls with exactly these arguments. Default: for all calls of the current definition. */
      readonly args?: boolean | undefined
      /** Lifetime in milliseconds. Default: unlimited. */
      readonly forMs?: number | undefined
    }
