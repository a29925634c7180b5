/**
 * The characters that one part of a regular expression matches: a character, an escape or a class. The flags of the expression
 * are unknown, so each question is about one of two readings: without flags, or `lenient`, where `i` and `s` may be there too.
 */
export class CharacterSet {
  readonly #source: string
  readonly #flags: string
  readonly #expression: RegExp
  /** Per reading and character below `cached`: 0 not asked yet, 1 in the set, 2 outside. */
  readonly #answers = new Uint8Array(2 * cached)

  /** `source` is that part of the expression. `isUnicode`: the expression has the flag `u`, and characters are code points. */
  constructor(source: string, isUnicode: boolean) {
    this.#source = source
    this.#flags = isUnicode ? 'u' : ''
    this.#expression = new RegExp(`^(?:${source})$`, this.#flags)
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

  /** The characters in the set, read leniently, among those of a text. The result may have others too. */
  membersIn(text: string): readonly string[] {
    if (this.#source === '.') return Array.from(text)
    const members = text.match(new RegExp(this.#source, `${this.#flags}g`)) ?? []
    return members.flatMap((member) => [member, member.toLowerCase(), member.toUpperCase()])
  }

  /** The flag `i` itself would make each expression slow to create. */
  #test(code: number, lenient: boolean): boolean {
    const text = String.fromCodePoint(code)
    if (this.#expression.test(text)) return true
    if (!lenient) return false
    return (
      this.#source === '.' || this.#expression.test(text.toLowerCase()) || this.#expression.test(text.toUpperCase())
    )
  }
}

const cached = 256
