/**
 * The candidate that `name` most likely means: at most a third of its letters differ. A name may come from a peer, so only
 * names and candidates of up to 64 characters are compared, and the first 256 candidates of about the same length.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  let compared = 0
  for (const candidate of candidates) {
    const allowed = Math.min(bestDistance - 1, Math.max(1, Math.floor(candidate.length / 3)))
    if (candidate.length > maxLength || Math.abs(candidate.length - name.length) > allowed) continue
    if (compared === maxCompared) break
    compared += 1
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
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

const maxLength = 64
const maxCompared = 256

/** The number of letters to add, remove or replace to make `a` into `b`; two neighbours in each other's place count once. */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const replaced = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const swapped = isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    beforeLast = last
    last = current
  }
  return last.at(-1) ?? 0
}
