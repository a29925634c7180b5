import type { Peer } from './peers.js'
import { changes } from './scenarios/changes.js'
import { greeting } from './scenarios/greeting.js'
import { messages } from './scenarios/messages.js'
import { prompts } from './scenarios/prompts.js'
import { resources } from './scenarios/resources.js'
import type { Scenario } from './scenarios/scenario.js'
import { tools } from './scenarios/tools.js'

const all = [greeting, tools, resources, prompts, messages, changes].flat()

/** What is played with a peer, by name. */
export function scenariosFor(peer: Peer): [string, Scenario][] {
  return all.filter(({ isFor }) => isFor?.(peer) ?? true).map((scenario) => [scenario.name, scenario])
}
