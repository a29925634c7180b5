import type { Challenge } from './challenge.js'
import { parseChallenges } from './parse-challenges.js'

/**
 * The challenge that asks for a token: the one in the scheme `preferred`, else the one in the other scheme. Where to look and
 * which scopes to ask for may stand in either, since they do not depend on the scheme. Undefined: no token is asked for.
 *
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
export function findChallenge(header: string | undefined, preferred: 'bearer' | 'dpop'): Challenge | undefined {
  if (header === undefined) return undefined
  const challenges = parseChallenges(header)
  const first = challenges.find(({ scheme }) => scheme === preferred)
  const other = challenges.find(({ scheme }) => scheme !== preferred && tokenSchemes.has(scheme))
  const chosen = first ?? other
  if (chosen === undefined || other === undefined) return chosen
  const shared = [...other.params].filter(([name]) => sharedParams.has(name))
  return { ...chosen, params: new Map([...shared, ...chosen.params]) }
}

const tokenSchemes = new Set(['bearer', 'dpop'])
const sharedParams = new Set(['resource_metadata', 'scope'])
