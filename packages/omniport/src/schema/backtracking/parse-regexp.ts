import { CharacterSet } from './character-set.js'
import { compiles, maxDepth, maxLength } from './measure-regexp.js'

/** A part of a regular expression. Groups are their bodies. */
export type RegExpNode =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'sequence'; readonly parts: readonly RegExpNode[] }
  | { readonly type: 'choice'; readonly branches: readonly RegExpNode[] }
  | {
      readonly type: 'repeat'
      readonly body: RegExpNode
      readonly min: number
      readonly max: number
      readonly isLazy: boolean
    }
  | { readonly type: 'assertion'; readonly kind: Assertion }
  | { readonly type: 'look'; readonly body: RegExpNode; readonly isBehind: boolean; readonly isNegated: boolean }
  | { readonly type: 'reference' }

export type Assertion = '^' | '$' | '\\b' | '\\B'

/** A parsed expression. `isUnicode`: it is valid with the flag `u`, so that its characters are code points. */
export interface RegExpSyntax {
  readonly root: RegExpNode
  readonly isUnicode: boolean
}

/**
 * Parses the source of a regular expression of JavaScript. Throws a `SyntaxError` whose message follows "it" for one
 * that is valid neither with the flag `u` nor without flags, and for a large one.
 */
export function parseRegExp(source: string): RegExpSyntax {
  if (source.length > maxLength) throw new SyntaxError(`is longer than ${maxLength} characters`)
  const isUnicode = compiles(source, 'u')
  if (!isUnicode && !compiles(source, '')) throw new SyntaxError('is not valid without the flag v')
  const parser = new Parser(source, isUnicode)
  return { root: parser.choice(0), isUnicode }
}

const openings: readonly (readonly [RegExp, { readonly isBehind: boolean; readonly isNegated: boolean }])[] = [
  [/\(\?=/y, { isBehind: false, isNegated: false }],
  [/\(\?!/y, { isBehind: false, isNegated: true }],
  [/\(\?<=/y, { isBehind: true, isNegated: false }],
  [/\(\?<!/y, { isBehind: true, isNegated: true }],
]

/** Groups of the other kinds, also those that set flags. */
const groupOpening = /\((?:\?(?:<[^>]*>|[a-z]*(?:-[a-z]*)?:))?/y

const unicodeEscape = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[\da-fA-F]+\}|[pP]\{[^}]*\})/y
const plainEscape = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/sy
const reference = /\\(?:[1-9]\d*|k<[^>]*>)/y
const characterClass = /\[(?:[^\]\\]|\\.)*\]/sy
const quantifier = /(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/y

/** Reads an expression that is valid, so that it need not tell errors. */
class Parser {
  readonly #source: string
  readonly #isUnicode: boolean
  #at = 0

  constructor(source: string, isUnicode: boolean) {
    this.#source = source
    this.#isUnicode = isUnicode
  }

  choice(depth: number): RegExpNode {
    if (depth > maxDepth) throw new SyntaxError(`has groups deeper than ${maxDepth} levels`)
    const branches = [this.#sequence(depth)]
    while (this.#take(/\|/y) !== undefined) branches.push(this.#sequence(depth))
    const [only] = branches
    return branches.length === 1 && only !== undefined ? only : { type: 'choice', branches }
  }

  #sequence(depth: number): RegExpNode {
    const parts: RegExpNode[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source.charAt(this.#at))) {
      parts.push(this.#repeat(this.#atom(depth)))
    }
    const [only] = parts
    return parts.length === 1 && only !== undefined ? only : { type: 'sequence', parts }
  }

  #repeat(body: RegExpNode): RegExpNode {
    const match = this.#take(quantifier)
    if (match === undefined) return body
    const [, sign, low, comma, high, lazy] = match
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const upper = high === '' ? Number.POSITIVE_INFINITY : Number(high)
    const counted = comma === undefined ? min : upper
    const max = sign === undefined ? counted : sign === '?' ? 1 : Number.POSITIVE_INFINITY
    return { type: 'repeat', body, min, max, isLazy: lazy === '?' }
  }

  #atom(depth: number): RegExpNode {
    const assertion = this.#take(/\^|\$|\\[bB]/y)
    if (assertion !== undefined) return { type: 'assertion', kind: assertion[0] as Assertion } // by the pattern
    for (const [opening, kind] of openings) {
      if (this.#take(opening) !== undefined) return { type: 'look', body: this.#group(depth), ...kind }
    }
    if (this.#take(groupOpening) !== undefined) return this.#group(depth)
    if (this.#take(reference) !== undefined) return { type: 'reference' }
    const escaped = (this.#isUnicode ? this.#take(unicodeEscape) : undefined) ?? this.#take(plainEscape)
    const atom = escaped ?? this.#take(characterClass)
    return { type: 'set', set: new CharacterSet(atom?.[0] ?? this.#character(), this.#isUnicode) }
  }

  /** The rest of a group, after its opening. */
  #group(depth: number): RegExpNode {
    const body = this.choice(depth + 1)
    this.#take(/\)/y)
    return body
  }

  #character(): string {
    const text = this.#isUnicode
      ? String.fromCodePoint(this.#source.codePointAt(this.#at) ?? 0)
      : this.#source.charAt(this.#at)
    this.#at += text.length
    // Without the flag `u` these may stand for themselves.
    return /[{}\]]/.test(text) ? `\\${text}` : text
  }

  #take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.#at
    const match = token.exec(this.#source)
    if (match === null) return undefined
    this.#at = token.lastIndex
    return match
  }
}
