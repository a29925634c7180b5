import type { Peer } from '../peers.js'
import { declaredScenarios } from './scenarios/declared.js'
import { formScenarios } from './scenarios/forms.js'
import { modelScenarios } from './scenarios/models.js'
import { pageScenarios } from './scenarios/pages.js'
import { rootScenarios } from './scenarios/roots.js'
import type { Scenario } from './scenarios/scenario.js'
import { severalScenarios } from './scenarios/several.js'

const all = [declaredScenarios, formScenarios, pageScenarios, modelScenarios, rootScenarios, severalScenarios].flat()

/** What is played with a peer, by name. */
export function scenariosFor(peer: Peer, hasSession = true): [string, Scenario][] {
  const played = all.filter(
    ({ isFor, needsSession = false }) => (isFor?.(peer) ?? true) && (hasSession || !needsSession),
  )
  return played.map((scenario) => [scenario.name, scenario])
}
