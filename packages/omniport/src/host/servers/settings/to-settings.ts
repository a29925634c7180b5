import type { Target } from '../../../client/connect/targets/target.js'
import { isObject } from '../../../values/json/is-object.js'
import { isPlainObject } from '../../../values/json/is-plain-object.js'
import { mustBe } from '../../../values/options/check-options.js'
import type { ServerSettings } from './server-settings.js'

/**
 * Turns a target or settings into settings. Data that decides how the server starts and is treated is copied, so that later
 * changes by the caller cannot differ from what was approved. Functions, stores and server objects are shared.
 *
 * @throws TypeError for a value that is neither a target nor settings.
 */
export function toSettings(path: string, entry: Target | ServerSettings): ServerSettings {
  if (typeof entry === 'string' || entry instanceof URL) return { target: String(entry) }
  if (typeof entry !== 'object' || entry === null) throw mustBe(path, 'a target or settings of a server', entry)
  // Targets have no members with these names.
  const settings = 'target' in entry || 'problem' in entry ? (entry as ServerSettings) : { target: entry as Target }
  const copies = dataMembers
    .filter((name) => Object.hasOwn(settings, name))
    .map((name) => [name, copyOf(settings[name])])
  const { variables } = settings
  return {
    ...settings,
    ...Object.fromEntries(copies),
    ...(Array.isArray(variables) && { variables: variables.map((variable) => ({ ...variable })) }),
    target: copyOfTarget(settings.target),
  }
}

const dataMembers = ['tools', 'limits', 'auth', 'source', 'extra'] as const

/** Copies a plain object and the lists in it. Other values, such as stores, are shared. */
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

/** Leaves out undefined headers: they are not sent, so they must not be shown or count as credentials. */
function withoutUndefined(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
}
