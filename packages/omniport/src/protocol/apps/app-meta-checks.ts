import { type Check, checkOptions, mustBe, type OptionChecks } from '../../values/options/check-options.js'
import { booleanValue, objectValue } from '../options/option-checks.js'
import type { AppCsp, AppMeta, AppPermissions } from './app-meta.js'

/**
 * Creates the checks of what an app declares, for its author and for a host that reads it. A function, so that bundlers leave it out
 * where there are no apps.
 */
export function createAppMetaChecks(): OptionChecks<AppMeta> {
  return {
    csp: membersOf<AppCsp>({
      connectDomains: originList(['http', 'https', 'ws', 'wss']),
      resourceDomains: originList(['http', 'https']),
      frameDomains: originList(['http', 'https']),
      baseUriDomains: originList(['http', 'https']),
    }),
    permissions: membersOf<AppPermissions>({
      camera: objectValue,
      microphone: objectValue,
      geolocation: objectValue,
      clipboardWrite: objectValue,
    }),
    domain: (path, value) => {
      const isName = typeof value === 'string' && value.length <= maxHostLength && /^[\w.:/-]+$/.test(value)
      if (!isName) throw mustBe(path, 'the name of a domain', value)
    },
    prefersBorder: booleanValue,
  }
}

function membersOf<T extends object>(checks: OptionChecks<T>): Check {
  return (path, value) => {
    objectValue(path, value)
    checkOptions(path, value as T, checks)
  }
}

function originList(schemes: readonly string[]): Check {
  return (path, value) => {
    if (!Array.isArray(value)) throw mustBe(path, 'an array of origins', value)
    if (value.length > maxOrigins) throw mustBe(path, `at most ${maxOrigins} origins`, value.length)
    for (const [index, origin] of value.entries()) {
      if (!isOrigin(origin, schemes)) {
        throw mustBe(`${path}[${index}]`, 'an origin, such as "https://example.com" or "https://*.example.com"', origin)
      }
    }
  }
}

/**
 * True for an origin that can stand in a Content-Security-Policy: nothing in it ends the directive or begins another source, and
 * `*` stands for the subdomains of a name that has two labels at least.
 */
function isOrigin(value: unknown, schemes: readonly string[]): boolean {
  if (typeof value !== 'string' || value.length > maxHostLength) return false
  const [, scheme = '', wildcard, host = ''] = /^([a-z]+):\/\/(\*\.)?([A-Za-z0-9.-]+)(?::\d{1,5})?$/.exec(value) ?? []
  const labels = host.split('.')
  const isHost = labels.every((label) => label.length > 0 && !label.startsWith('-') && !label.endsWith('-'))
  return schemes.includes(scheme) && isHost && (wildcard === undefined || labels.length > 1)
}

const maxOrigins = 100

const maxHostLength = 300
