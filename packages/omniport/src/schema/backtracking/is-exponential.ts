import type { CharacterSet } from './character-set.js'
import { componentsOf } from './components.js'
import type { RegExpSyntax } from './parse-regexp.js'
import { createOutline, type Program } from './regexp-program.js'

/**
 * True if a matcher that backtracks may take exponential time for an expression: a loop can match one text in two ways. It looks
 * for that with the flags `i` and `s` as well as without, since a document does not tell them. True also for an expression that
 * is too large to find out.
 */
export function isExponential(syntax: RegExpSyntax, source: string): boolean {
  try {
    return hasAmbiguousLoop(createOutline(syntax), samplesOf(source))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return true
    throw error
  }
}

function hasAmbiguousLoop(program: Program, samples: Samples): boolean {
  const inside = program.some((step) => step.op === 'look' && hasAmbiguousLoop(step.program, samples))
  return inside || new Loops(program, samples).areAmbiguous()
}

/** Steps of the search, and pairs of positions. */
const maxWork = 200_000

/** The positions of a program that match a character, and which follow each other. */
class Loops {
  readonly #program: Program
  readonly #masks = new Map<number, bigint>()
  readonly #followers = new Map<number, ReadonlyMap<number, number>>()
  #work = 0

  constructor(program: Program, samples: Samples) {
    this.#program = program
    for (const [position, step] of program.entries()) {
      if (step.op === 'set') this.#masks.set(position, maskOf(step.set, samples))
    }
  }

  /** A text has two ways through a loop: by two edges between the same positions, or by different positions. */
  areAmbiguous(): boolean {
    const loops = componentsOf(this.#masks.keys(), (position) => [...this.#followersOf(position).keys()])
    const inLoop = (position: number): readonly number[] =>
      [...this.#followersOf(position).keys()].filter((follower) => loops.get(follower) === loops.get(position))
    for (const position of this.#masks.keys()) {
      if (inLoop(position).some((follower) => this.#followersOf(position).get(follower) !== 1)) return true
    }
    return this.#hasDivergingPaths(inLoop)
  }

  /** Follows two paths that read the same text. They are ambiguous if they part, and meet again where they began. */
  #hasDivergingPaths(inLoop: (position: number) => readonly number[]): boolean {
    const size = this.#program.length
    const next = (pair: number): readonly number[] => {
      const left = inLoop(Math.floor(pair / size))
      const right = inLoop(pair % size)
      return left.flatMap((one) =>
        right.filter((other) => this.#overlap(one, other)).map((other) => one * size + other),
      )
    }
    const diagonals = [...this.#masks.keys()].map((position) => position * size + position)
    const components = componentsOf(diagonals, next)
    const loops = new Set(diagonals.map((diagonal) => components.get(diagonal)))
    for (const [pair, component] of components) {
      if (Math.floor(pair / size) !== pair % size && loops.has(component)) return true
    }
    return false
  }

  #overlap(one: number, other: number): boolean {
    this.#consume()
    return one === other || ((this.#masks.get(one) ?? 0n) & (this.#masks.get(other) ?? 0n)) !== 0n
  }

  /** The positions that may match the next character, each with the number of ways to it. */
  #followersOf(position: number): ReadonlyMap<number, number> {
    const existing = this.#followers.get(position)
    if (existing !== undefined) return existing
    const followers = new Map<number, number>()
    this.#follow(position + 1, followers, new Set())
    this.#followers.set(position, followers)
    return followers
  }

  /** `marks` are those since the last character: a loop that matched nothing ends. */
  #follow(at: number, followers: Map<number, number>, marks: ReadonlySet<number>): void {
    this.#consume()
    const step = this.#program[at]
    if (step === undefined || step.op === 'match') return
    if (step.op === 'set') followers.set(at, (followers.get(at) ?? 0) + 1)
    else if (step.op === 'jump') this.#follow(step.to, followers, marks)
    else if (step.op === 'split') {
      this.#follow(step.first, followers, marks)
      this.#follow(step.second, followers, marks)
    } else if (step.op === 'mark') this.#follow(at + 1, followers, new Set([...marks, step.register]))
    else if (step.op !== 'progress' || !marks.has(step.register)) this.#follow(at + 1, followers, marks)
  }

  #consume(): void {
    this.#work += 1
    if (this.#work > maxWork) throw new RangeError('the expression is too large to search')
  }
}

function maskOf(set: CharacterSet, samples: Samples): bigint {
  const bits = new Uint8Array(samples.indices.size)
  for (const member of set.membersIn(samples.text)) {
    const index = samples.indices.get(member)
    if (index !== undefined) bits[index] = 1
  }
  return BigInt(`0b${bits.join('')}`)
}

/** Characters, each with its index. */
interface Samples {
  readonly text: string
  readonly indices: ReadonlyMap<string, number>
}

/** Characters of many kinds: ASCII, Latin, Greek, Cyrillic, Arabic, Devanagari, CJK, spaces, marks, symbols. */
const commonSamples = toSamples([
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
  ...'αΩяЖ٣عक中あ한Ⅷ€±_\u0301\u200d\u2028\u2029\u2003\ufeff😀🇳',
])

const maxSamples = 2_000

/** Characters that tell the sets of an expression apart: common ones, those in it, and their neighbours. */
function samplesOf(source: string): Samples {
  const added = new Set<string>()
  const add = (code: number) => {
    for (const near of [code - 1, code, code + 1]) {
      if (near < 0x180 || near > 0x10ffff || (near >= 0xd800 && near < 0xe000) || added.size >= maxSamples) continue
      added.add(String.fromCodePoint(near))
    }
  }
  for (const text of source) add(text.codePointAt(0) ?? 0)
  for (const [, digits] of source.matchAll(/\\[ux]\{?([\da-fA-F]{2,6})/g)) add(Number.parseInt(digits ?? '', 16))
  return added.size === 0 ? commonSamples : toSamples([...commonSamples.indices.keys(), ...added])
}

function toSamples(characters: readonly string[]): Samples {
  const different = [...new Set(characters)]
  return { text: different.join(''), indices: new Map(different.map((character, index) => [character, index])) }
}
