import type { ScenarioResult } from './results.mjs'

/** One run of the suite, after it ended. */
export interface Suite {
  /** Whom it tests, in which revision. Several suites may have one name. */
  readonly name: string
  /** What has to be among the results. */
  readonly scenarios: readonly string[]
  readonly results: readonly ScenarioResult[]
}

export function judge(
  suites: readonly Suite[],
  expectedFailures: { readonly [suite: string]: { readonly [scenario: string]: string } },
): { readonly table: string; readonly wrong: readonly string[] }
