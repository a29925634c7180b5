import { parseRegExp } from '../backtracking/parse-regexp.js'
import { createProgram, type Program } from '../backtracking/regexp-program.js'
import { charactersOf, search } from '../backtracking/run-program.js'
import type { CheckRun } from '../evaluate/check-run.js'
import { LookaroundError, translatePattern } from './translate-pattern.js'

/** A pattern with lookaround, which RE2 cannot run. It is run by backtracking, and takes work from the check for each step. */
export interface LookaroundProgram {
  readonly size: number
  match(text: string, run: CheckRun): boolean
}

/** The maximum number of steps of one program. */
const maxProgram = 5_000

/**
 * Returns the program of a pattern with lookaround that RE2 cannot run; undefined for a pattern that it can. Throws a
 * `SyntaxError` whose message follows "the pattern" for one that neither can.
 */
export function createLookaroundProgram(pattern: string): LookaroundProgram | undefined {
  try {
    translatePattern(pattern)
    return undefined
  } catch (error) {
    if (!(error instanceof LookaroundError)) throw error
  }
  const syntax = parseRegExp(pattern)
  const program = createProgram(syntax)
  if (sizeOf(program) > maxProgram) throw new SyntaxError(`is larger than ${maxProgram} states`)
  return {
    size: sizeOf(program),
    match: (text, run) =>
      search(program, { characters: charactersOf(text, syntax.isUnicode), steps: run, lenient: false }),
  }
}

function sizeOf(program: Program): number {
  return program.reduce((size, step) => size + (step.op === 'look' ? sizeOf(step.program) : 1), 0)
}
