import type { Target } from '../../client/target.js'
import { mustBe } from '../../server/definitions/check-options.js'
import type { ServerSettings } from '../server-settings.js'

/**
 * What is given for one server, as settings.
 *
 * @throws TypeError for what is neither a target nor settings.
 */
export function toSettings(path: string, given: Target | ServerSettings): ServerSettings {
  if (typeof given === 'string' || given instanceof URL) return { target: given }
  if (typeof given !== 'object' || given === null) throw mustBe(path, 'a target or settings of a server', given)
  // No target has members of these names.
  return 'target' in given || 'problem' in given ? (given as ServerSettings) : { target: given as Target }
}
