import type { Assertion } from './parse-regexp.js'
import type { Instruction, Program } from './regexp-program.js'

/** Counts the steps that may still be taken. `consume` throws when none is left. */
export interface Steps {
  consume(count: number): void
}

/** A text, as code points or code units. */
export type Characters = ArrayLike<number>

/** The characters of a text for an expression that is, or is not, valid with the flag `u`. */
export function charactersOf(text: string, isUnicode: boolean): Characters {
  return isUnicode
    ? Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0)
    : Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
}

export interface Matching {
  readonly characters: Characters
  readonly steps: Steps
  /**
   * Reads the expression with the flags `i`, `m` and `s`, and lets `^` match anywhere, for text that is changed before it is
   * matched.
   */
  readonly lenient: boolean
}

/** True if the program matches anywhere in the text. It tries what the engine of JavaScript tries, in the same order. */
export function search(program: Program, matching: Matching): boolean {
  for (let start = 0; start <= matching.characters.length; start += 1) {
    if (runProgram(program, matching, { start })) return true
  }
  return false
}

/** `end`: a match must end there. */
interface Bounds {
  readonly start: number
  readonly end?: number | undefined
}

function runProgram(program: Program, matching: Matching, bounds: Bounds): boolean {
  return new Matcher(program, matching, bounds).run()
}

class Matcher {
  readonly #program: Program
  readonly #matching: Matching
  readonly #end: number | undefined
  readonly #registers: number[] = []
  /** Pairs of a step and a position to go back to, or of a register, below 0, and what it was. */
  readonly #stack: number[] = []
  #at = 0
  #position: number

  constructor(program: Program, matching: Matching, { start, end }: Bounds) {
    this.#program = program
    this.#matching = matching
    this.#position = start
    this.#end = end
  }

  run(): boolean {
    const { steps } = this.#matching
    for (;;) {
      steps.consume(1)
      const instruction = this.#program[this.#at]
      if (instruction === undefined || instruction.op === 'match') {
        if (this.#end === undefined || this.#end === this.#position) return true
        if (!this.#backtrack()) return false
      } else if (!this.#take(instruction) && !this.#backtrack()) return false
    }
  }

  /** Takes a step. False if it fails. */
  #take(instruction: Exclude<Instruction, { readonly op: 'match' }>): boolean {
    const { characters, lenient } = this.#matching
    switch (instruction.op) {
      case 'set': {
        const code = characters[this.#position]
        if (code === undefined || !instruction.set.has(code, lenient)) return false
        this.#position += 1
        break
      }
      case 'split':
        this.#stack.push(instruction.second, this.#position)
        this.#at = instruction.first
        return true
      case 'jump':
        this.#at = instruction.to
        return true
      case 'assertion':
        if (!this.#holds(instruction.kind)) return false
        break
      case 'look':
        if (this.#looks(instruction) === instruction.isNegated) return false
        break
      case 'mark':
        this.#stack.push(-1 - instruction.register, this.#registers[instruction.register] ?? -1)
        this.#registers[instruction.register] = this.#position
        break
      case 'progress':
        if (this.#registers[instruction.register] === this.#position) return false
    }
    this.#at += 1
    return true
  }

  /** Goes back to the last branch that was not taken. False if there is none. */
  #backtrack(): boolean {
    for (;;) {
      const position = this.#stack.pop()
      const at = this.#stack.pop()
      if (position === undefined || at === undefined) return false
      if (at < 0) this.#registers[-1 - at] = position
      else {
        this.#at = at
        this.#position = position
        return true
      }
    }
  }

  #holds(kind: Assertion): boolean {
    const { characters, lenient } = this.#matching
    const position = this.#position
    if (kind === '^') return position === 0 || lenient
    if (kind === '$') return position === characters.length || (lenient && isLineBreak(characters[position]))
    const isBoundary = isWord(characters[position - 1]) !== isWord(characters[position])
    return isBoundary === (kind === '\\b')
  }

  #looks({ program, isBehind }: Instruction & { readonly op: 'look' }): boolean {
    if (!isBehind) return runProgram(program, this.#matching, { start: this.#position })
    for (let start = this.#position; start >= 0; start -= 1) {
      if (runProgram(program, this.#matching, { start, end: this.#position })) return true
    }
    return false
  }
}

function isLineBreak(code: number | undefined): boolean {
  return code === 0xa || code === 0xd || code === 0x2028 || code === 0x2029
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && /\w/.test(String.fromCodePoint(code))
}
