import type { Target } from '../../client/target.js'
import { isObject } from '../../jsonrpc/is-object.js'
import { mustBe } from '../../server/definitions/check-options.js'
import type { ServerSettings } from '../server-settings.js'

/**
 * What is given for one server, as settings. What says how it is started is a copy: whoever changes it afterwards does not
 * change what somebody agreed to.
 *
 * @throws TypeError for what is neither a target nor settings.
 */
export function toSettings(path: string, given: Target | ServerSettings): ServerSettings {
  if (typeof given === 'string' || given instanceof URL) return { target: String(given) }
  if (typeof given !== 'object' || given === null) throw mustBe(path, 'a target or settings of a server', given)
  // No target has members of these names.
  const settings = 'target' in given || 'problem' in given ? (given as ServerSettings) : { target: given as Target }
  return { ...settings, target: copyOf(settings.target) }
}

function copyOf(target: Target | undefined): Target | undefined {
  if (target instanceof URL) return String(target)
  if (typeof target !== 'object' || target === null || 'serve' in target) return target
  if ('command' in target) {
    const { args, env } = target
    return { ...target, ...(Array.isArray(args) && { args: [...args] }), ...(isObject(env) && { env: { ...env } }) }
  }
  if (!('url' in target)) return target
  const { url, headers } = target
  return {
    ...target,
    url: url instanceof URL ? String(url) : url,
    ...(isObject(headers) && { headers: { ...headers } }),
  }
}
