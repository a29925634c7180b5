/**
 * The word of `among` that `word` most likely means; undefined when nothing is near. Upper and lower case count as equal. At
 * most a third of the letters may be added, removed, replaced or swapped with their neighbour; of two equally near words the
 * earlier is returned. The word may come from a peer, so words above 64 characters are not compared, nor more than 256 words of
 * about the same length.
 */
export function nearest(word: string, among: Iterable<string>): string | undefined {
  if (word.length > maxCharacters) return undefined
  const letters = word.toLowerCase()
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  let compared = 0
  for (const candidate of among) {
    const allowed = Math.min(Math.floor(candidate.length / 3), bestDistance - 1)
    if (candidate.length > maxCharacters || Math.abs(candidate.length - word.length) > allowed) continue
    if (compared === maxWords || bestDistance === 0) break
    compared += 1
    const distance = editDistance(letters, candidate.toLowerCase(), allowed)
    if (distance > allowed) continue
    best = candidate
    bestDistance = distance
  }
  return best
}

/** The end of a clause about an unknown name: the candidate that it most likely means, or a full stop. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const close = nearest(name, candidates)
  return close === undefined ? '.' : `; did you mean "${close}"?`
}

const maxCharacters = 64
const maxWords = 256

/**
 * The number of letters to add, remove, replace or swap with their neighbour to make `a` into `b` (Damerau-Levenshtein, where no
 * letter changes twice); infinite when it is above `allowed`.
 */
function editDistance(a: string, b: string, allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed) return Number.POSITIVE_INFINITY
  let beforePrevious: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwap ? at(beforePrevious, column - 2) + 1 : replaced
      current.push(Math.min(replaced, swapped, at(previous, column) + 1, at(current, column - 1) + 1))
    }
    if (Math.min(...current) > allowed) return Number.POSITIVE_INFINITY
    beforePrevious = previous
    previous = current
  }
  return at(previous, b.length)
}

function at(distances: readonly number[], column: number): number {
  return distances[column] ?? Number.POSITIVE_INFINITY
}
