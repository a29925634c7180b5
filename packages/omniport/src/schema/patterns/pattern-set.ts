import { RE2JS } from 're2js'
import { parseRegExp } from '../backtracking/parse-regexp.js'
import { type Program as BacktrackingProgram, createProgram } from '../backtracking/regexp-program.js'
import { charactersOf, search } from '../backtracking/run-program.js'
import type { CheckRun } from '../evaluate/check-run.js'
import { SchemaError } from '../schema-error.js'
import { assertUnicodeProperty } from './assert-unicode-property.js'
import {
  type LinearPattern,
  LookaroundError,
  maxSize as maxPatternSize,
  translatePattern,
} from './translate-pattern.js'
import { translateUnicodeProperty } from './translate-unicode-property.js'

/** Returns true if a text matches. Takes work from the run by elapsed time. */
export type MatchText = (text: string, run: CheckRun) => boolean

/** A compiled pattern: all expressions must match, or must not if negated. */
type Program = readonly { readonly re: RE2JS; readonly negated: boolean }[]

/** States of all patterns of one document. */
const maxSize = 50_000

/** Characters times states of one match. */
const maxSteps = 50_000_000

/** Units of work per millisecond of matching, and the most per step. */
const workPerMs = 20_000
const maxWorkPerStep = 3

/** Units of work for each state that is compiled again. */
const workPerState = 100

/** Milliseconds of matching after which automata are discarded. */
const keepMs = 100

/**
 * The patterns of one document, run on RE2 in linear time, each compiled once. The factor varies: a character takes a
 * nanosecond with a ready automaton, and up to a hundred per state while a hostile pattern grows it. Work is therefore charged
 * by elapsed time, limited by the number of steps, since a busy machine is slow too. Automata are discarded after some time, so
 * that hostile patterns cannot fill the memory. Patterns with lookaround, which RE2 lacks, are run by backtracking, and every
 * step is charged.
 */
export class PatternSet {
  readonly #matchers = new Map<string, MatchText>()
  readonly #programs = new Map<string, Program>()
  #size = 0
  #ms = 0

  /**
   * Returns the matcher of a pattern. `path` is its position, for the `SchemaError` that is thrown if RE2 refuses it (an
   * unknown script) or if all patterns together are too large.
   */
  matcher(pattern: string, path: string): MatchText {
    const cached = this.#matchers.get(pattern)
    if (cached !== undefined) return cached
    const matcher = this.#lookaroundMatcher(pattern, path) ?? this.#linearMatcher(pattern, path)
    this.#matchers.set(pattern, matcher)
    return matcher
  }

  #lookaroundMatcher(pattern: string, path: string): MatchText | undefined {
    const program = createLookaroundProgram(pattern)
    if (program === undefined) return undefined
    this.#addSize(program.size, path)
    return (text, run) => program.match(text, run)
  }

  #linearMatcher(pattern: string, path: string): MatchText {
    const linear = translatePattern(pattern, translateUnicodeProperty)
    const program = this.#compile(pattern, linear, path)
    const size = program.reduce((sum, { re }) => sum + re.programSize(), 0)
    this.#addSize(size, path)
    const matcher: MatchText = (text, run) => {
      const cached = run.cachedMatch(matcher, text)
      if (cached !== undefined) {
        run.consume(1 + (text.length >> 6))
        return cached
      }
      const steps = text.length * size
      if (steps > maxSteps) run.consume(Number.POSITIVE_INFINITY)
      const tests = this.#programs.get(pattern) ?? this.#compileAgain(pattern, linear, { path, size, run })
      const start = performance.now()
      const isMatch = tests.every(({ re, negated }) => re.test(text) !== negated)
      run.cacheMatch(matcher, { text, isMatch })
      this.#charge(performance.now() - start, steps, run)
      return isMatch
    }
    return matcher
  }

  #addSize(size: number, path: string): void {
    this.#size += size
    if (this.#size > maxSize) throw new SchemaError(path, 'all patterns together are too large')
  }

  /** Compiles a pattern that was discarded. That takes longer than a match of a short text, so it is charged, too. */
  #compileAgain(
    pattern: string,
    linear: LinearPattern,
    { path, size, run }: { readonly path: string; readonly size: number; readonly run: CheckRun },
  ): Program {
    run.consume(size * workPerState)
    return this.#compile(pattern, linear, path)
  }

  #charge(ms: number, steps: number, run: CheckRun): void {
    this.#ms += ms
    if (this.#ms > keepMs) {
      this.#programs.clear()
      this.#ms = 0
    }
    run.consume(1 + (steps >> 6) + Math.floor(Math.min(ms * workPerMs, steps * maxWorkPerStep)))
  }

  #compile(pattern: string, linear: LinearPattern, path: string): Program {
    try {
      const program = linear.tests.map(({ source, negated }) => ({ re: RE2JS.compile(source), negated }))
      this.#programs.set(pattern, program)
      return program
    } catch (cause) {
      throw new SchemaError(path, `the pattern cannot be run in linear time: ${(cause as Error).message}`, { cause })
    }
  }
}

/** A pattern with lookaround, which RE2 cannot run. It is run by backtracking, and takes work from the check for each step. */
interface LookaroundProgram {
  readonly size: number
  match(text: string, run: CheckRun): boolean
}

/**
 * Returns the program of a pattern with lookaround that RE2 cannot run; undefined for a pattern that it can. Throws a
 * `SyntaxError` whose message follows "the pattern" for one that neither can.
 */
function createLookaroundProgram(pattern: string): LookaroundProgram | undefined {
  try {
    translatePattern(pattern, assertUnicodeProperty)
    return undefined
  } catch (error) {
    if (!(error instanceof LookaroundError)) throw error
  }
  const syntax = parseRegExp(pattern)
  const program = createProgram(syntax)
  if (sizeOf(program) > maxPatternSize) throw new SyntaxError(`is larger than ${maxPatternSize} states`)
  return {
    size: sizeOf(program),
    match: (text, run) =>
      search(program, { characters: charactersOf(text, syntax.isUnicode), steps: run, lenient: false }),
  }
}

function sizeOf(program: BacktrackingProgram): number {
  return program.reduce((size, step) => size + (step.op === 'look' ? sizeOf(step.program) : 1), 0)
}
