/** A mutant that is the same program. */
export interface EquivalentMutant {
  readonly file: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** Why no test can tell. */
  readonly reason: string
}

export const equivalent: readonly EquivalentMutant[]
