/**
 * Mutants that are the same program: no test could tell. Each with the text that it replaces, what takes its place, and the reason. They
 * are left out of the first rate and count as survivors in the second.
 */
export const equivalent = []

/** Why a mutant is no change; undefined where it is one. */
export function reasonOf({ file, mutatorName, replacement }, original) {
  const found = equivalent.find(
    (entry) =>
      entry.file === file &&
      entry.mutator === mutatorName &&
      entry.original === original &&
      entry.replacement === replacement,
  )
  return found?.reason
}
