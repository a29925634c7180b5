import type { Peer } from './peers.js'
import { changes } from './scenarios/changes.js'
import { greeting } from './scenarios/greeting.js'
import { messages } from './scenarios/messages.js'
import { prompts } from './scenarios/prompts.js'
import { resources } from './scenarios/resources.js'
import type { Need, Scenario } from './scenarios/scenario.js'
import { tools } from './scenarios/tools.js'

const all = [greeting, tools, resources, prompts, messages, changes].flat()

/** What is played with a peer, by name, where some needs are not met. */
export function scenariosFor(peer: Peer, lacks: readonly Need[] = []): [string, Scenario][] {
  const played = all.filter(({ isFor, needs = [] }) => {
    return (isFor?.(peer) ?? true) && !needs.some((need) => lacks.includes(need))
  })
  return played.map((scenario) => [scenario.name, scenario])
}
