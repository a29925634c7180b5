import type { Target } from '../../../client/connect/targets/target.js'
import { isObject } from '../../../values/json/is-object.js'
import { isPlainObject } from '../../../values/json/is-plain-object.js'
import { mustBe } from '../../../values/options/check-options.js'
import type { ServerSettings } from './server-settings.js'

/**
 * What is given for one server, as settings. What says how it is started and treated is a copy: whoever changes it afterwards
 * changes neither what somebody agreed to nor what it is compared with. Functions, stores and servers are the same ones.
 *
 * @throws TypeError for what is neither a target nor settings.
 */
export function toSettings(path: string, given: Target | ServerSettings): ServerSettings {
  if (typeof given === 'string' || given instanceof URL) return { target: String(given) }
  if (typeof given !== 'object' || given === null) throw mustBe(path, 'a target or settings of a server', given)
  // No target has members of these names.
  const settings = 'target' in given || 'problem' in given ? (given as ServerSettings) : { target: given as Target }
  const copies = dataMembers
    .filter((name) => Object.hasOwn(settings, name))
    .map((name) => [name, copyOf(settings[name])])
  return { ...settings, ...Object.fromEntries(copies), target: copyOfTarget(settings.target) }
}

const dataMembers = ['tools', 'limits', 'auth', 'source', 'extra'] as const

/** An object, and the lists in it. What else it holds, such as a store, is shared; so is an object of a class. */
function copyOf(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? [...member] : member])
  return Object.fromEntries(members)
}

function copyOfTarget(target: Target | undefined): Target | undefined {
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
    ...(isObject(headers) && { headers: withoutUndefined(headers) }),
  }
}

/** A header that is undefined is not sent: it is none that somebody is shown, and no credentials. */
function withoutUndefined(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
