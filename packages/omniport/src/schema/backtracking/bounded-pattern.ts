import { isExponential } from './is-exponential.js'
import { repeatsGroup } from './measure-regexp.js'
import { parseRegExp, type RegExpSyntax } from './parse-regexp.js'
import { createProgram, type Program } from './regexp-program.js'
import { charactersOf, type Steps, search } from './run-program.js'

/** A pattern of a document that a matcher may take exponential time for, with a bounded matcher that tells when it would. */
export class BoundedPattern {
  readonly source: string
  readonly #isUnicode: boolean
  readonly #program: Program

  constructor(source: string, syntax: RegExpSyntax) {
    this.source = source
    this.#isUnicode = syntax.isUnicode
    this.#program = createProgram(syntax)
  }

  /**
   * Takes the steps that matching the text takes. What does not match is matched again as with flags, and at any place, since
   * the library may have flags that the document does not tell, and may change the text before it matches it.
   */
  match(text: string, steps: Steps): void {
    const characters = charactersOf(text, this.#isUnicode)
    const matching = { characters, steps, lenient: false }
    if (!search(this.#program, matching)) search(this.#program, { ...matching, lenient: true })
  }
}

/** The maximum number of patterns whose form is remembered: schemas repeat those of addresses, ids and dates. */
const maxRemembered = 1_000

const remembered = new Map<string, BoundedPattern | SyntaxError | undefined>()

/**
 * Returns the bounded form of a pattern that may take exponential time; undefined for others. Throws a `SyntaxError` whose
 * message follows "it" for one that cannot be bounded.
 */
export function boundPattern(source: string): BoundedPattern | undefined {
  if (!repeatsGroup(source)) return undefined
  if (!remembered.has(source)) {
    if (remembered.size >= maxRemembered) remembered.clear()
    remembered.set(source, createBoundedPattern(source))
  }
  const pattern = remembered.get(source)
  if (pattern instanceof SyntaxError) throw pattern
  return pattern
}

function createBoundedPattern(source: string): BoundedPattern | SyntaxError | undefined {
  try {
    const syntax = parseRegExp(source)
    return isExponential(syntax, source) ? new BoundedPattern(source, syntax) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return error
    throw error
  }
}
