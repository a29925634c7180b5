import type { Mutation } from '../../mutations/mutations.mjs'

/** What so many runs came to. */
export interface SeedsTotal {
  readonly run: number
  readonly steps: number
  readonly events: number
  /** The reports of those that broke a promise, as text: none, or the first of each thread. */
  readonly failures: readonly string[]
}

export function runSeeds(options: {
  /** Default: 1. */
  readonly from?: number
  readonly seeds: number
  /** Threads. Default: 2. */
  readonly workers?: number
  /** Breaks the library first. */
  readonly sabotage?: Mutation
  readonly onProgress?: (total: SeedsTotal) => void
}): Promise<SeedsTotal>
