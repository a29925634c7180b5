import type { Mutant, Trial } from './mutant.mjs'

export function toReport(
  trials: readonly Trial[],
  originals: ReadonlyMap<Mutant, string>,
  subsets?: ReadonlyMap<string, ReadonlySet<string>>,
): string
