import type { Evidence } from './evidence.js'
import type { Level, Requirement } from './parse-requirements.js'

/** Requirements in numbers. */
export interface Counts {
  readonly must: number
  /** Those of them that a test names. */
  readonly mustVerified: number
  readonly should: number
  readonly shouldVerified: number
  /** Those that no test names, for a reason that is written down. */
  readonly shouldReasons: number
  /** Whatever else is MUST or SHOULD. */
  readonly gaps: number
}

/** Counts rows at the level that `levelOf` gives them: the strongest of all revisions, or that of one. */
export function countLevels(
  rows: readonly Requirement[],
  { tests, reasons }: Evidence,
  levelOf: (row: Requirement) => Level | undefined,
): Counts {
  const musts = rows.filter((row) => levelOf(row) === 'MUST')
  const shoulds = rows.filter((row) => levelOf(row) === 'SHOULD')
  const isVerified = ({ id }: Requirement) => tests.has(id)
  const hasReason = ({ id }: Requirement) => !tests.has(id) && reasons.has(id)
  const mustVerified = musts.filter(isVerified).length
  const shouldVerified = shoulds.filter(isVerified).length
  const shouldReasons = shoulds.filter(hasReason).length
  return {
    must: musts.length,
    mustVerified,
    should: shoulds.length,
    shouldVerified,
    shouldReasons,
    gaps: musts.length - mustVerified + shoulds.length - shouldVerified - shouldReasons,
  }
}
