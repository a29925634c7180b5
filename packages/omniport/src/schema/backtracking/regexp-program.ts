import { CharacterSet } from './character-set.js'
import { maxInstructions } from './measure-regexp.js'
import type { Assertion, RegExpNode, RegExpSyntax } from './parse-regexp.js'

/**
 * One step of a matcher that backtracks, which goes on with the next one where it does not say otherwise. `mark` notes the
 * position, and `progress` fails where it is still the same, which ends loops that match nothing.
 */
export type Instruction =
  | { readonly op: 'set'; readonly set: CharacterSet }
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'assertion'; readonly kind: Assertion }
  | { readonly op: 'look'; readonly program: Program; readonly isBehind: boolean; readonly isNegated: boolean }
  | { readonly op: 'mark'; readonly register: number }
  | { readonly op: 'progress'; readonly register: number }
  | { readonly op: 'match' }

export type Program = readonly Instruction[]

/**
 * Translates an expression to run it. Throws a `SyntaxError` whose message follows "it" for a back reference, and for a
 * large program.
 */
export function createProgram({ root, isUnicode }: RegExpSyntax): Program {
  return new Translator(isUnicode, false).translate(root)
}

/**
 * Translates an expression to look for loops in it: counts become loops, since what is exponential in a large count is too much
 * as well, and a back reference matches anything.
 */
export function createOutline({ root, isUnicode }: RegExpSyntax): Program {
  return new Translator(isUnicode, true).translate(root)
}

/** In an outline, counts up to this remain, and of characters in a row those up to `maxFixed`. */
const maxUnrolled = 5
const maxFixed = 256

class Translator {
  readonly #isUnicode: boolean
  readonly #isOutline: boolean
  #program: Instruction[] = []
  #registers = 0

  constructor(isUnicode: boolean, isOutline: boolean) {
    this.#isUnicode = isUnicode
    this.#isOutline = isOutline
  }

  translate(root: RegExpNode): Program {
    const outer = this.#program
    this.#program = []
    this.#add(root)
    this.#emit({ op: 'match' })
    const program = this.#program
    this.#program = outer
    return program
  }

  #emit<I extends Instruction>(instruction: I): I {
    if (this.#program.length >= maxInstructions) throw new SyntaxError('is too large')
    this.#program.push(instruction)
    return instruction
  }

  #add(node: RegExpNode): void {
    switch (node.type) {
      case 'set':
        this.#emit({ op: 'set', set: node.set })
        return
      case 'assertion':
        this.#emit({ op: 'assertion', kind: node.kind })
        return
      case 'sequence':
        for (const part of node.parts) this.#add(part)
        return
      case 'choice':
        this.#addChoice(node.branches)
        return
      case 'look':
        this.#emit({
          op: 'look',
          program: this.translate(node.body),
          isBehind: node.isBehind,
          isNegated: node.isNegated,
        })
        return
      case 'reference':
        this.#addReference()
        return
      case 'repeat':
        this.#addRepeat(node)
    }
  }

  #addReference(): void {
    if (!this.#isOutline) throw new SyntaxError('has a back reference')
    const body: RegExpNode = { type: 'set', set: new CharacterSet('[^]', this.#isUnicode) }
    this.#addLoop(body, false)
  }

  #addChoice(branches: readonly RegExpNode[]): void {
    const ends: { to: number }[] = []
    for (const [index, branch] of branches.entries()) {
      if (index === branches.length - 1) this.#add(branch)
      else {
        const split = this.#emit({ op: 'split', first: this.#program.length + 1, second: 0 })
        this.#add(branch)
        ends.push(this.#emit({ op: 'jump', to: 0 }))
        split.second = this.#program.length
      }
    }
    for (const end of ends) end.to = this.#program.length
  }

  #addRepeat({ body, min, max, isLazy }: RegExpNode & { readonly type: 'repeat' }): void {
    const limit = this.#isOutline ? (isFixed(body) ? maxFixed : maxUnrolled) : Number.POSITIVE_INFINITY
    const isLoop = max === Number.POSITIVE_INFINITY || (this.#isOutline && (max > limit || max - min > maxUnrolled))
    const copies = Math.min(min, isLoop ? limit : min)
    const start = this.#program.length
    for (let count = 0; count < copies; count += 1) {
      this.#add(body)
      if (this.#program.length === start) return // nothing, repeated
    }
    if (isLoop) this.#addLoop(body, isLazy)
    else this.#addOptional(body, max - copies, isLazy)
  }

  /** `body*` */
  #addLoop(body: RegExpNode, isLazy: boolean): void {
    const start = this.#program.length
    const split = this.#emit({ op: 'split', first: start + 1, second: 0 })
    const register = isNullable(body) ? this.#registers++ : undefined
    if (register !== undefined) this.#emit({ op: 'mark', register })
    this.#add(body)
    if (register !== undefined) this.#emit({ op: 'progress', register })
    this.#emit({ op: 'jump', to: start })
    this.#leaveTo(split, isLazy)
  }

  /** Up to `count` copies, each of which may end the repetition. */
  #addOptional(body: RegExpNode, count: number, isLazy: boolean): void {
    const splits: (Instruction & { op: 'split' })[] = []
    for (let copy = 0; copy < count; copy += 1) {
      splits.push(this.#emit({ op: 'split', first: this.#program.length + 1, second: 0 }))
      this.#add(body)
    }
    for (const split of splits) this.#leaveTo(split, isLazy)
  }

  /** Completes a split whose second branch goes on here. A lazy one tries that first. */
  #leaveTo(split: Instruction & { op: 'split' }, isLazy: boolean): void {
    split.second = this.#program.length
    if (isLazy) [split.first, split.second] = [split.second, split.first]
  }
}

/** True if a part may match the empty text. */
function isNullable(node: RegExpNode): boolean {
  switch (node.type) {
    case 'set':
      return false
    case 'sequence':
      return node.parts.every(isNullable)
    case 'choice':
      return node.branches.some(isNullable)
    case 'repeat':
      return node.min === 0 || isNullable(node.body)
    default:
      return true
  }
}

/** True if a part is characters in a row, so that there is one way to match it. */
function isFixed(node: RegExpNode): boolean {
  if (node.type === 'sequence') return node.parts.every(isFixed)
  return node.type === 'set' || (node.type === 'repeat' && node.min === node.max && isFixed(node.body))
}
