import type { Revision } from '../../wire/revisions.js'
import type { Evidence } from '../evidence.js'
import type { Requirement } from '../parse-requirements.js'

/** The revisions that say MUST, where several do. */
export function revisionsOfMust({ revisions }: Requirement): readonly Revision[] {
  const found = [...revisions].filter(([, level]) => level === 'MUST').map(([revision]) => revision)
  return found.length > 1 ? found : []
}

/** Whether a requirement is a MUST of several revisions that something verifies. */
export function isOfSeveral(row: Requirement, { tests }: Evidence): boolean {
  return revisionsOfMust(row).length > 0 && tests.has(row.id)
}

/** The revisions that say MUST, and in which no test shows it. None where it is the same in each. */
export function missingRevisions(row: Requirement, evidence: Evidence): readonly Revision[] {
  if (!isOfSeveral(row, evidence) || evidence.same.has(row.id)) return []
  const shown = evidence.shown.get(row.id)
  return revisionsOfMust(row).filter((revision) => shown?.has(revision) !== true)
}
