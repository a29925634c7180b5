/**
 * Ranks the values of a plain list that match, best first: those that start with the typed text, then those with a word
 * that does, then those that contain it; each in the order of the list. Case is ignored.
 * spec: server/utilities/completion#implementation-considerations
 */
export function rankCompletions(values: readonly string[], typed: string): readonly string[] {
  const wanted = typed.toLowerCase()
  const ranked: string[][] = [[], [], []]
  for (const value of values) ranked[rank(value.toLowerCase(), wanted)]?.push(value)
  return ranked.flat()
}

/** Gives 0, 1 or 2 in the order above, or -1 for no match. */
function rank(value: string, wanted: string): number {
  let at = value.indexOf(wanted)
  if (at <= 0) return at
  for (; at !== -1; at = value.indexOf(wanted, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(value[at - 1] ?? ' ')) return 1
  }
  return 2
}
