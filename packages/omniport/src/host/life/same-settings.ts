import { canonicalJson } from '../../jsonrpc/canonical-json.js'
import type { ServerSettings } from '../server-settings.js'
import { launchOf } from './launch-of.js'

/** Whether a server can go on under other settings as if they were its own. What is no data counts as other unless it is the same thing. */
export function isSameSettings(one: ServerSettings, other: ServerSettings): boolean {
  if (one.auth !== other.auth && !(isData(one.auth) && isData(other.auth))) return false
  if (one.target !== other.target && (isProgram(one) || isProgram(other))) return false
  return canonicalJson(comparable(one)) === canonicalJson(comparable(other))
}

function isProgram({ target }: ServerSettings): boolean {
  return launchOf(target).type === 'program'
}

function comparable({ target, source, ...rest }: ServerSettings): unknown {
  // Where an entry stands changes with every line above it.
  const where = source && [source.file, source.field]
  if (target === undefined || isProgram({ target })) return { ...rest, where }
  return {
    ...rest,
    where,
    target: typeof target === 'string' || target instanceof URL ? String(target) : withText(target),
  }
}

/** An address may be given as a URL, which is no data. */
function withText(target: object): unknown {
  return 'url' in target ? { ...target, url: String(target.url) } : target
}

function isData(value: unknown): boolean {
  if (typeof value === 'function') return false
  return typeof value !== 'object' || value === null || Object.values(value).every(isData)
}
