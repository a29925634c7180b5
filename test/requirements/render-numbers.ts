import { revisions } from '../wire/revisions.js'
import { type Counts, countLevels } from './count-levels.js'
import type { Evidence } from './evidence.js'
import { markdownTable } from './markdown-table.js'
import type { Level, Requirement } from './parse-requirements.js'
import { rowsByArea } from './rows-by-area.js'

type LevelOf = (row: Requirement) => Level | undefined

/** A revision, or all of them: then a row counts once, at its strongest level. */
const columns: readonly (readonly [string, LevelOf])[] = [
  ['all', ({ level }) => level],
  ...revisions.map((name) => [name, (row: Requirement) => row.revisions.get(name)] as const),
]

/** Two tables in Markdown: the numbers of each revision, and those of each area in each revision. */
export function renderNumbers(evidence: Evidence): string {
  return `${totals(evidence)}

In the next table a cell says how many MUSTs are verified of how many, then how many SHOULDs are verified, and after the plus how
many have a reason, of how many. What is missing stands behind as gaps. Areas and revisions with neither MUST nor SHOULD have a dash.

${areas(evidence)}
`
}

function totals(evidence: Evidence): string {
  const header = ['Revision', 'MUST', 'verified', 'SHOULD', 'verified', 'with a reason', 'gaps']
  const lines = columns.map(([name, levelOf]) => {
    const counts = countLevels(evidence.requirements, evidence, levelOf)
    const { must, mustVerified, should, shouldVerified, shouldReasons, gaps } = counts
    return [name, ...[must, mustVerified, should, shouldVerified, shouldReasons, gaps].map(String)]
  })
  return markdownTable([header, ...lines])
}

function areas(evidence: Evidence): string {
  const header = ['Area', ...columns.map(([name]) => name)]
  const toLine = (name: string, rows: readonly Requirement[]) => [
    name,
    ...columns.map(([, levelOf]) => toCell(countLevels(rows, evidence, levelOf))),
  ]
  const lines = [...rowsByArea(evidence.requirements)].map(([area, rows]) => toLine(area, rows))
  return markdownTable([header, ...lines, toLine('all', evidence.requirements)])
}

function toCell({ must, mustVerified, should, shouldVerified, shouldReasons, gaps }: Counts): string {
  if (must + should === 0) return '-'
  const reasons = shouldReasons === 0 ? '' : `+${shouldReasons}`
  const missing = gaps === 0 ? '' : `, ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`
  return `${mustVerified}/${must}, ${shouldVerified}${reasons}/${should}${missing}`
}
