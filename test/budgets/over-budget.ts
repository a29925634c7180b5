import { isOfficialName } from '../support/official-sdk.js'
import type { SourceFile } from '../support/source-files.js'
import { isTest } from '../support/source-files.js'
import { measure } from './measure.js'

/** What a person reads in one sitting. */
const budgets = {
  lines: 300,
  testLines: 600,
  function: { lines: 60, nesting: 4, parameters: 3 },
  /** Of the lines of a file that is long enough to judge. */
  commentShare: { most: 0.6, fromLines: 80 },
} as const

/** A breach, and where to look. */
export interface Offender {
  readonly offender: string
  readonly line: number
}

/** Which budgets a file exceeds. Functions and comments of tests are free. */
export function overBudget({ path, text }: SourceFile): readonly Offender[] {
  const measures = measure(path, text)
  const { lines, commentLines } = measures
  const found: Offender[] = []
  if (lines > (isTest(path) ? budgets.testLines : budgets.lines)) found.push(whole(path, `${lines} lines`))
  if (isTest(path)) return found
  if (lines >= budgets.commentShare.fromLines && commentLines > lines * budgets.commentShare.most) {
    found.push(whole(path, `${commentLines} of ${lines} lines are comment`))
  }
  for (const { name, line, ...weights } of measures.functions) {
    for (const weight of ['lines', 'nesting', 'parameters'] as const) {
      if (weights[weight] <= budgets.function[weight]) continue
      if (weight === 'parameters' && isOfficialSignature(path, name)) continue
      found.push({ offender: `${path} ${name}: ${weights[weight]} ${weight}`, line })
    }
  }
  return found
}

/** Programs call what the official SDK has with the parameters that it has there. */
function isOfficialSignature(path: string, name: string): boolean {
  const own =
    name
      .replace(/^callback in /, '')
      .split('.')
      .at(-1) ?? ''
  return path.startsWith('packages/sdk/src/') && !own.startsWith('#') && isOfficialName(own)
}

function whole(path: string, breach: string): Offender {
  return { offender: `${path}: ${breach}`, line: 1 }
}
