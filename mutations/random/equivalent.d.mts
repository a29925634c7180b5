import type { Mutant } from './mutant.mjs'

/** A mutant that is the same program. */
export interface EquivalentMutant {
  readonly file: string
  /** The line that it begins on, without its indentation: needed where `original` stands more than once in the file. */
  readonly line?: string
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** Why no test can tell. */
  readonly reason: string
}

export const equivalent: readonly EquivalentMutant[]

export function reasonOf(mutant: Mutant, original: string, line: string): string | undefined
