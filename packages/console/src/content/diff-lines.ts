/** A line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Lines that are compared: of longer texts, what differs is shown as removed and added. */
const maxLines = 1_000

/** Compares two texts line by line: the longest common lines stay. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1
  let end = 0
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'same', text }))
  return [
    ...same(left.slice(0, start)),
    ...diffMiddle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...same(left.slice(left.length - end)),
  ]
}

function diffMiddle(left: readonly string[], right: readonly string[]): readonly DiffLine[] {
  const removed = left.map((text): DiffLine => ({ kind: 'removed', text }))
  const added = right.map((text): DiffLine => ({ kind: 'added', text }))
  if (left.length === 0 || right.length === 0 || left.length > maxLines || right.length > maxLines)
    return [...removed, ...added]
  const lengths = commonLengths(left, right)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      lines.push({ kind: 'same', text: left[i] ?? '' })
      i += 1
      j += 1
    } else if ((lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
      lines.push({ kind: 'removed', text: left[i++] ?? '' })
    else lines.push({ kind: 'added', text: right[j++] ?? '' })
  }
  return [...lines, ...removed.slice(i), ...added.slice(j)]
}

/** How many lines from here on are common: `lengths[i][j]`. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  for (let i = left.length - 1; i >= 0; i -= 1) {
    const [row, below] = [lengths[i], lengths[i + 1]]
    if (row === undefined || below === undefined) continue
    for (let j = right.length - 1; j >= 0; j -= 1) {
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return lengths
}
