import { RE2JS } from 're2js'
import type { CheckRun } from '../evaluate/check-run.js'
import { SchemaError } from '../schema-error.js'
import { type LinearPattern, translatePattern } from './translate-pattern.js'

/** Tells whether a text matches. Takes work from the run by the time that it took. */
export type MatchText = (text: string, run: CheckRun) => boolean

/** A compiled pattern: all of these must find something, or nothing where negated. */
type Program = readonly { readonly re: RE2JS; readonly negated: boolean }[]

/** States of all patterns of one document together. */
const maxSize = 50_000

/** Characters times states of one match. */
const maxSteps = 50_000_000

/** Units of work that a millisecond of matching stands for, and the most that a step can really need. */
const workPerMs = 20_000
const maxWorkPerStep = 3

/** Milliseconds of matching after which automata are built anew. */
const keepMs = 100

/**
 * The patterns of one document, run on RE2: linear in the text, each compiled once however often it is used. Linear time has
 * a factor, though: a character takes a nanosecond where the automaton is ready, and up to a hundred for each state where a
 * hostile pattern keeps it growing. Only the clock tells these apart, so matching pays by time, within what its size
 * explains, since the machine may have been busy with something else. Automata that have grown for long are dropped, or
 * many hostile patterns would fill the memory.
 */
export class PatternSet {
  readonly #matchers = new Map<string, MatchText>()
  readonly #programs = new Map<string, Program>()
  #size = 0
  #ms = 0

  /**
   * The matcher of a pattern. `path` is where it stands, for the `SchemaError` thrown when RE2 refuses it after all (a script
   * that it does not know by that name), or when all patterns together are too large.
   */
  matcher(pattern: string, path: string): MatchText {
    const cached = this.#matchers.get(pattern)
    if (cached !== undefined) return cached
    const linear = translatePattern(pattern)
    const program = this.#compile(pattern, linear, path)
    const size = program.reduce((sum, { re }) => sum + re.programSize(), 0)
    this.#size += size
    if (this.#size > maxSize) throw new SchemaError(path, 'all patterns together are too large')
    const matcher: MatchText = (text, run) => {
      const cached = run.cachedMatch(matcher, text)
      if (cached !== undefined) {
        run.consume(1 + (text.length >> 6))
        return cached
      }
      const steps = text.length * size
      if (steps > maxSteps) run.consume(Number.POSITIVE_INFINITY)
      const start = performance.now()
      const tests = this.#programs.get(pattern) ?? this.#compile(pattern, linear, path)
      const isMatch = tests.every(({ re, negated }) => re.test(text) !== negated)
      run.cacheMatch(matcher, { text, isMatch })
      this.#charge(performance.now() - start, steps, run)
      return isMatch
    }
    this.#matchers.set(pattern, matcher)
    return matcher
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
