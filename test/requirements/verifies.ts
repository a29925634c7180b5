import { type Revision, revisions } from '../wire/revisions.js'
import { type RequirementId, requirements } from './requirements.js'

/**
 * Says, inside the body of a test, which requirements the test verifies: `verifies('TOOL-03', 'TOOL-04')`. It does nothing when
 * run but throw a `TypeError` for an id that the manifest does not have; coverage reads the literals from the source text, so
 * pass nothing else.
 */
export function verifies(...ids: readonly RequirementId[]): void {
  for (const id of ids) {
    if (!requirements.has(id)) throw new TypeError(`no requirement has the id ${JSON.stringify(id)}`)
  }
}

/**
 * Says that the test verifies them in a revision: `verifiesIn(revision, 'TOOL-03')`, where `revision` comes from the table of the test,
 * or is a literal. Something else in the test has to use it too, and a requirement that the revision lacks is not counted in it.
 */
export function verifiesIn(revision: Revision, ...ids: readonly RequirementId[]): void {
  if (!revisions.includes(revision)) throw new TypeError(`${JSON.stringify(revision)} is no revision`)
  verifies(...ids)
}
