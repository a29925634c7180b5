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
