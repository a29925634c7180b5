import { compiles, measureRegExp } from '../backtracking/measure-regexp.js'
import { assertUnicodeProperty } from './assert-unicode-property.js'
import {
  anyCharacter,
  notLineBreak,
  PatternReader,
  readClass,
  readEscape,
  type TranslateProperty,
  wordBoundary,
} from './pattern-reader.js'

/**
 * An ECMA-262 pattern as RE2 expressions: it matches if all `tests` match, or do not if `negated`. `size` estimates the states
 * of the largest program.
 */
export interface LinearPattern {
  readonly tests: readonly { readonly source: string; readonly negated: boolean }[]
  readonly size: number
}

/** The maximum length of a pattern. */
const maxLength = 4_096

/** States of one compiled pattern, and the maximum count of a repetition (a limit of RE2). */
export const maxSize = 5_000
const maxRepeat = 1_000

/** Nesting of groups. */
const maxDepth = 50

/** A piece of RE2 syntax with its states and the product of its nested counts. */
interface Piece {
  readonly source: string
  readonly size: number
  readonly repeat: number
}

/**
 * Translates an ECMA-262 pattern with the `u` flag into RE2 syntax, which runs in linear time. Needless escapes of punctuation,
 * and lone braces and brackets, are accepted. Lookahead is supported after a leading `^` only, as a separate test. Throws a
 * `SyntaxError` whose message follows "the pattern" for backreferences, which RE2 lacks, for invalid patterns, and for large ones;
 * for other lookaround a `LookaroundError`.
 */
export function translatePattern(pattern: string, translateProperty: TranslateProperty): LinearPattern {
  if (pattern.length > maxLength) throw new SyntaxError(`is longer than ${maxLength} characters`)
  const reader = new PatternReader(pattern, translateProperty)
  const lookaheads = reader.peek('^(?') ? readLookaheads(reader) : []
  const body = readAlternatives(reader, 0)
  if (!reader.isAtEnd) throw new SyntaxError('has a ) without a (')
  if (lookaheads.length > 0 && body.isChoice) throw new LookaroundError()
  const start = lookaheads.length > 0 ? '^' : ''
  const size = Math.max(body.size, ...lookaheads.map((lookahead) => lookahead.size))
  if (size > maxSize) throw new SyntaxError(`is larger than ${maxSize} states`)
  return { tests: [{ source: start + body.source, negated: false }, ...lookaheads], size }
}

/** Thrown for a pattern that RE2 cannot run, while a matcher that backtracks can. */
export class LookaroundError extends SyntaxError {
  constructor() {
    super('uses lookaround, which is supported as (?= or (?! directly after a leading ^ only')
  }
}

/** `^(?=a)(?!b)c` becomes `^c`, `^a` and not `^b`, which all start at the same position. */
function readLookaheads(reader: PatternReader): { source: string; negated: boolean; size: number }[] {
  const lookaheads: { source: string; negated: boolean; size: number }[] = []
  const start = reader.position
  reader.take('^')
  while (reader.peek('(?=') || reader.peek('(?!')) {
    const negated = reader.peek('(?!')
    reader.skip(3)
    const body = readAlternatives(reader, 1)
    reader.expect(')', 'has a ( without a )')
    lookaheads.push({ source: `^(?:${body.source})`, negated, size: body.size })
  }
  if (lookaheads.length === 0) reader.position = start
  return lookaheads
}

function readAlternatives(reader: PatternReader, depth: number): Piece & { readonly isChoice: boolean } {
  if (depth > maxDepth) throw new SyntaxError(`has groups deeper than ${maxDepth} levels`)
  const choices = [readSequence(reader, depth)]
  while (reader.take('|')) choices.push(readSequence(reader, depth))
  return { ...join(choices, '|'), isChoice: choices.length > 1 }
}

function readSequence(reader: PatternReader, depth: number): Piece {
  const pieces: Piece[] = []
  while (!reader.isAtEnd && !reader.peek('|') && !reader.peek(')')) {
    const assertion = readAssertion(reader)
    pieces.push(assertion ?? readQuantifier(reader, readAtom(reader, depth)))
  }
  return join(pieces, '')
}

function join(pieces: readonly Piece[], separator: string): Piece {
  return {
    source: pieces.map((piece) => piece.source).join(separator),
    size: pieces.reduce((size, piece) => size + piece.size, 1),
    repeat: Math.max(1, ...pieces.map((piece) => piece.repeat)),
  }
}

function readAssertion(reader: PatternReader): Piece | undefined {
  for (const [jsSyntax, re2Syntax] of assertions) {
    if (!reader.take(jsSyntax)) continue
    if (/^(?:[*+?]|\{\d)/.test(reader.rest(2))) throw new SyntaxError(`repeats ${jsSyntax}, which has no length`)
    return { source: re2Syntax, size: 1, repeat: 1 }
  }
  return undefined
}

const assertions: readonly (readonly [string, string])[] = [
  ['^', '^'],
  ['$', '$'],
  ['\\b', wordBoundary.at],
  ['\\B', wordBoundary.off],
]

function readAtom(reader: PatternReader, depth: number): Piece {
  if (reader.peek('(')) return readGroup(reader, depth)
  if (reader.take('[')) return character(readClass(reader))
  if (reader.take('.')) return character(notLineBreak)
  if (reader.take('\\')) return character(readEscape(reader))
  if (/[*+?]/.test(reader.rest(1))) throw new SyntaxError('has *, + or ? without anything to repeat')
  return character(anyCharacter(reader.next()))
}

function character(source: string): Piece {
  return { source, size: 1, repeat: 1 }
}

function readGroup(reader: PatternReader, depth: number): Piece {
  if (/^\(\?<?[=!]/.test(reader.rest(4))) throw new LookaroundError()
  const opening = /^\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/.exec(reader.rest(200))
  if (opening === null) throw new SyntaxError('has a group of an unknown kind')
  reader.skip(opening[0].length)
  const body = readAlternatives(reader, depth + 1)
  reader.expect(')', 'has a ( without a )')
  return { source: `(?:${body.source})`, size: body.size, repeat: body.repeat }
}

function readQuantifier(reader: PatternReader, atom: Piece): Piece {
  const match = /^(?:[*+?]|\{(\d{1,9})(,?)(\d{0,9})\})/.exec(reader.rest(30))
  if (match === null) return atom
  const [text, low, comma, high] = match
  reader.skip(text.length)
  reader.take('?')
  if (/^(?:[*+?]|\{\d+,?\d*\})/.test(reader.rest(30))) throw new SyntaxError('repeats a repetition')
  if (low === undefined) return { ...atom, source: atom.source + text, size: atom.size + 1 }
  const minCount = Number(low)
  const maxCount = comma === '' ? minCount : high === '' || high === undefined ? undefined : Number(high)
  if (maxCount !== undefined && maxCount < minCount) throw new SyntaxError(`has the counts of ${text} out of order`)
  const times = Math.max(1, maxCount ?? minCount)
  const repeat = atom.repeat * times
  if (repeat > maxRepeat) throw new SyntaxError(`repeats a part more than ${maxRepeat} times`)
  const range = maxCount === undefined ? `{${minCount},}` : `{${minCount},${maxCount}}`
  return { source: atom.source + range, size: (atom.size + 1) * times, repeat }
}

/**
 * Checks a pattern before anything is loaded that runs it. One with lookaround that RE2 cannot run, and that is too large by less
 * than half, is found when it is compiled.
 *
 * @throws SyntaxError whose message follows "the pattern".
 */
export function assertPattern(pattern: string): void {
  try {
    translatePattern(pattern, assertUnicodeProperty)
  } catch (error) {
    if (!(error instanceof LookaroundError)) throw error
    assertLookaround(pattern)
  }
}

function assertLookaround(pattern: string): void {
  if (!compiles(pattern, 'u') && !compiles(pattern, '')) throw new SyntaxError('is not valid without the flag v')
  const { size, hasReference } = measureRegExp(pattern)
  if (hasReference) throw new SyntaxError('has a back reference')
  if (size > maxSize) throw new SyntaxError(`is larger than ${maxSize} states`)
}
