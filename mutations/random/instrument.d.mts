import type { Mutant } from './mutant.mjs'

export function mutantsOf(file: string, text: string): Promise<Omit<Mutant, 'file'>[]>

export function instrument(
  texts: ReadonlyMap<string, string>,
  mutants: readonly Mutant[],
): Promise<{ readonly texts: Map<string, string>; readonly ids: Map<Mutant, string> }>
