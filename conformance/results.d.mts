/** What came of one scenario. */
export interface ScenarioResult {
  readonly scenario: string
  /** How many of its checks succeeded. */
  readonly successes: number
  /** Empty: it passed. */
  readonly problems: readonly string[]
}

export const finished: string

export function readResults(role: 'server' | 'client', directory: string): readonly ScenarioResult[]
