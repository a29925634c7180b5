/**
 * The characters that one part of a regular expression matches: a character, an escape or a class. The flags of the expression
 * are unknown, so each question is about one of two readings: without flags, or `lenient`, with `i` and `s`.
 */
export class CharacterSet {
  readonly #source: string
  readonly #unicode: string
  readonly #strict: RegExp
  readonly #lenient: RegExp
  /** Per reading and character below `cached`: 0 not asked yet, 1 in the set, 2 outside. */
  readonly #answers = new Uint8Array(2 * cached)

  /** `source` is that part of the expression. `isUnicode`: the expression has the flag `u`, and characters are code points. */
  constructor(source: string, isUnicode: boolean) {
    this.#source = source
    this.#unicode = isUnicode ? 'u' : ''
    this.#strict = new RegExp(`^(?:${source})$`, this.#unicode)
    this.#lenient = new RegExp(`^(?:${source})$`, `${this.#unicode}is`)
  }

  /** The characters of a text that are in the set, read leniently. */
  membersIn(text: string): readonly string[] {
    return text.match(new RegExp(this.#source, `${this.#unicode}gis`)) ?? []
  }

  has(code: number, lenient: boolean): boolean {
    if (code >= cached) return this.#test(code, lenient)
    const index = lenient ? cached + code : code
    const answer = this.#answers[index]
    if (answer !== 0) return answer === 1
    const isInside = this.#test(code, lenient)
    this.#answers[index] = isInside ? 1 : 2
    return isInside
  }

  #test(code: number, lenient: boolean): boolean {
    return (lenient ? this.#lenient : this.#strict).test(String.fromCodePoint(code))
  }
}

const cached = 256
