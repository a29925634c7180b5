import type { Mutation } from './mutations.mjs'

/** What became of a mutation. */
export interface CaseResult {
  readonly mutation: Mutation
  /** Who noticed it: a test, or that nothing ended. */
  readonly by?: string | undefined
  /** Why it is no program. */
  readonly broken?: string | undefined
  /** Whether only the whole suite noticed it. */
  readonly isLate?: boolean | undefined
  readonly seconds: number
}

export function toLine(outcome: CaseResult): string

export function toSummary(outcomes: readonly CaseResult[]): string

export function isWrong(outcome: Pick<CaseResult, 'by'>): boolean
