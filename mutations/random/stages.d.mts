import type { Mutant, Trial } from './mutant.mjs'

/** A mutant that was built, behind a switch of that id. */
export interface BuiltMutant extends Mutant {
  readonly id: string
}

/** What a test file does without a mutant. */
export interface Reached {
  readonly isFailed: boolean
  readonly ms: number
  /** The switches that it comes by. */
  readonly ids: ReadonlySet<string>
}

/** What failed in a file with a mutant. */
export interface Failure {
  readonly test: string
  readonly isTimeout: boolean
}

/** Runs test files. */
export interface Runner {
  reach(test: string, name: string, timeoutMs: number): Promise<Reached>
  try(test: string, id: string, timeoutMs: number): Promise<Failure | undefined>
}

/** Says which test files to try. */
export interface Choice {
  beside(file: string): readonly string[]
  importing(file: string): readonly string[]
  about(file: string, layer: string): readonly string[]
  whole(file: string): readonly string[]
}

export class Stages {
  constructor(runners: readonly Runner[], choice: Choice, report: (text: string) => void)
  run(mutants: readonly BuiltMutant[], options: { readonly stages: number }): Promise<readonly Trial[]>
}
