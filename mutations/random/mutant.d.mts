/** A change that a mutator makes of a source. Lines and columns count from 0. */
export interface Mutant {
  readonly file: string
  readonly location: { readonly start: Position; readonly end: Position }
  readonly mutatorName: string
  readonly replacement: string
}

interface Position {
  readonly line: number
  readonly column: number
}

/** What became of a mutant. */
export interface Trial {
  readonly mutant: Mutant
  /** The test that noticed; undefined: it survived. */
  readonly by?: string | undefined
  readonly isTimeout?: boolean | undefined
  /** Whether a test that was tried comes by. */
  readonly isReached: boolean
  /** Why it is the same program. */
  readonly equivalent?: string | undefined
}
