/** One step of a sequence that a text must match. */
export type SequenceToken = FixedText | Capture

/** Text that must stand exactly so; never empty. */
export interface FixedText {
  readonly type: 'fixed'
  readonly text: string
}

/** One or more characters that become a value. */
export interface Capture {
  readonly type: 'capture'
  /** Characters that the value must not hold in unencoded form. */
  readonly excluded: string
  /** Most characters of the value, a percent-encoded character counting as one; `undefined` is no limit. */
  readonly maxCharacters: number | undefined
}

/**
 * Splits a whole text along a sequence of fixed texts and captures. Returns the raw text of every capture in order, or
 * `undefined` if there is no split.
 *
 * Among several splits, the first capture takes the longest text, then the second of what is left, and so on: what a
 * greedy regular expression finds, but without backtracking. A capture never begins or ends inside a percent escape, a
 * UTF-8 sequence of escapes or a surrogate pair. Every `%` in the text must start an escape.
 *
 * Time is O(tokens × length of the text), and so is the space in bytes: a pass for each token, last token first, marks
 * where the rest of the sequence can match; then each capture takes the longest text that ends on a mark.
 */
export function matchSequence(tokens: readonly SequenceToken[], text: string): string[] | undefined {
  if (!hasEnds(tokens, text)) return undefined
  const starts = markCharacters(text)
  const marks = markMatches(tokens, { text, starts })
  if (marks[0]?.[0] !== 1) return undefined
  const captures: string[] = []
  let start = 0
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'fixed') {
      start += token.text.length
      continue
    }
    const rest: Subject = { text: text.slice(start), starts: starts.subarray(start) }
    const length = longestCapture(token, rest, marks[index + 1]?.subarray(start))
    captures.push(rest.text.slice(0, length))
    start += length
  }
  return captures
}

/** Most texts that do not match differ in the fixed text at either end, which is cheap to see. */
function hasEnds(tokens: readonly SequenceToken[], text: string): boolean {
  const first = tokens[0]
  const last = tokens.at(-1)
  if (first?.type === 'fixed' && !text.startsWith(first.text)) return false
  return last?.type !== 'fixed' || text.endsWith(last.text)
}

/** One byte for each position of the text, its end included: 1 where the position has a property. */
type Marks = Uint8Array

interface Subject {
  readonly text: string
  /** Where a capture may begin or end. */
  readonly starts: Marks
}

/** Marks the start of each character, and the end: not inside an escape, a UTF-8 sequence or a surrogate pair. */
function markCharacters(text: string): Marks {
  const starts = new Uint8Array(text.length + 1).fill(1)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0xdc00 && code <= 0xdfff) starts[index] = 0
    if (code !== percent) continue
    if (/[89ABab]/.test(text.charAt(index + 1))) starts[index] = 0
    starts[index + 1] = 0
    starts[index + 2] = 0
    index += 2
  }
  return starts
}

const percent = 0x25

/** Where the tokens from each index on match all the text that is left; the last entry is for no tokens. */
function markMatches(tokens: readonly SequenceToken[], subject: Subject): Marks[] {
  const end = subject.text.length
  let rest: Marks = new Uint8Array(end + 1)
  rest[end] = 1
  const marks = [rest]
  for (const token of tokens.toReversed()) {
    rest = token.type === 'fixed' ? markFixed(token.text, subject.text, rest) : markCapture(token, subject, rest)
    marks.push(rest)
  }
  return marks.reverse()
}

/** Marks where `fixed` stands before a mark of `rest`: Knuth–Morris–Pratt, as naive search is quadratic at worst. */
function markFixed(fixed: string, text: string, rest: Marks): Marks {
  const marks = new Uint8Array(text.length + 1)
  const borders = longestBorders(fixed)
  let matched = 0
  for (let end = 1; end <= text.length; end++) {
    matched = extendMatch(fixed, borders, { matched, char: text[end - 1] })
    if (matched === fixed.length && rest[end] === 1) marks[end - matched] = 1
  }
  return marks
}

/** For each length of a prefix of `fixed`, how much of it a failed match can keep. */
function longestBorders(fixed: string): Uint16Array {
  const borders = new Uint16Array(fixed.length + 1)
  let matched = 0
  for (let end = 2; end <= fixed.length; end++) {
    matched = extendMatch(fixed, borders, { matched, char: fixed[end - 1] })
    borders[end] = matched
  }
  return borders
}

interface Extension {
  readonly matched: number
  readonly char: string | undefined
}

function extendMatch(fixed: string, borders: Uint16Array, { matched, char }: Extension): number {
  let length = matched
  while (length > 0 && fixed[length] !== char) length = borders[length] ?? 0
  return fixed[length] === char ? length + 1 : 0
}

/** Marks where a capture can start: a mark of `rest` follows before an excluded character and within the limit. */
function markCapture({ excluded, maxCharacters }: Capture, { text, starts }: Subject, rest: Marks): Marks {
  const marks = new Uint8Array(text.length + 1)
  const limit = maxCharacters ?? Number.POSITIVE_INFINITY
  let distance = rest[text.length] === 1 ? 0 : Number.POSITIVE_INFINITY
  for (let start = text.length - 1; start >= 0; start--) {
    if (excluded.includes(text.charAt(start))) distance = Number.POSITIVE_INFINITY
    if (starts[start] === 0) continue
    if (distance < limit) marks[start] = 1
    distance = rest[start] === 1 ? 0 : distance + 1
  }
  return marks
}

/** Length of the longest capture from the start of the subject that ends on a mark of `rest`. */
function longestCapture(
  { excluded, maxCharacters }: Capture,
  { text, starts }: Subject,
  rest: Marks | undefined,
): number {
  const limit = maxCharacters ?? Number.POSITIVE_INFINITY
  let longest = 0
  let end = 0
  for (let count = 0; count < limit && end < text.length && !excluded.includes(text.charAt(end)); count++) {
    do end++
    while (starts[end] === 0)
    if (rest?.[end] === 1) longest = end
  }
  return longest
}
