/** What the runs of one chain of rounds handed on: JSON throughout. */
export interface RetryHistory {
  /** Accepted answers of earlier rounds, by key. */
  readonly answers: readonly (readonly [key: string, answer: unknown])[]
  /** Values of side effects, by key; an empty list stands for undefined. */
  readonly onces: readonly (readonly [key: string, value: readonly unknown[]])[]
  /** The keys of the last round. */
  readonly asked: readonly string[]
}

/** Of a request that is no retry. */
export const emptyHistory: RetryHistory = { answers: [], onces: [], asked: [] }
