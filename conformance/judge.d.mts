import type { ScenarioResult } from './results.mjs'

/** One run of the suite, after it ended. */
export interface Suite {
  /** Whom it tests, in which revision. Several suites may have one name. */
  readonly name: string
  /** What has to be among the results. */
  readonly scenarios: readonly string[]
  readonly results: readonly ScenarioResult[]
}

/** By suite and scenario, the reason. */
interface ExpectedFailures {
  readonly [suite: string]: { readonly [scenario: string]: string }
}

export function judge(
  suites: readonly Suite[],
  expectedFailures: ExpectedFailures,
): { readonly table: string; readonly wrong: readonly string[] }

export function hasFailed(suite: Omit<Suite, 'scenarios'>, expectedFailures: ExpectedFailures): boolean
