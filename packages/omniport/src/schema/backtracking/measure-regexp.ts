/** The maximum length of an expression, nesting of its groups, and number of steps of its program. */
export const maxLength = 10_000
export const maxDepth = 100
export const maxInstructions = 20_000

/** What the text of an expression tells before it is parsed. */
export interface RegExpMeasure {
  /** At most the number of steps of its program, and at least half of it. */
  readonly size: number
  readonly depth: number
  readonly hasReference: boolean
}

/** True if a group is repeated. Only such an expression may take a matcher that backtracks exponential time. */
export function repeatsGroup(source: string): boolean {
  return /\)[*+{]/.test(source)
}

export function compiles(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

/** Back references, characters in other forms, openings of groups, and repetitions. */
const token =
  /\\([1-9]|k<)|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|([*+?]|\{(\d+)(,(\d*))?\})\??|./gs

/** Measures a valid expression without parsing it. */
export function measureRegExp(source: string): RegExpMeasure {
  const outer: number[] = []
  let [size, last, depth, hasReference] = [0, 0, 0, false]
  for (const [text, reference, sign, low, comma, high] of source.matchAll(token)) {
    if (text.startsWith('(')) {
      outer.push(size)
      size = 0
      depth = Math.max(depth, outer.length)
      continue
    }
    const before = text === ')' ? (outer.pop() ?? 0) : sign === undefined ? size : size - last
    if (sign !== undefined) last = repeatedSize(last, { sign, low, comma, high })
    else if (text === ')') last = size
    else last = text === '|' ? 2 : 1
    size = before + last
    hasReference ||= reference !== undefined
  }
  return { size, depth, hasReference }
}

interface Repetition {
  readonly sign: string
  readonly low: string | undefined
  readonly comma: string | undefined
  readonly high: string | undefined
}

/** The size of a part that is repeated: copies, each of which may end the repetition or not, or a loop. */
function repeatedSize(size: number, { sign, low, comma, high }: Repetition): number {
  const min = low === undefined ? Number(sign === '+') : Number(low)
  const copies = min * size
  if (sign === '?') return size + 1
  if (low !== undefined && comma === undefined) return copies
  return high === undefined || high === '' ? copies + size + 2 : copies + (Number(high) - min) * (size + 1)
}
