import { OmniportError } from 'omniport/jsonrpc'
import type { Permissions } from '../messages/capabilities.js'
import { type BridgeLimits, defaultBridgeLimits } from './bridge-limits.js'
import type { AppBridgeOptions } from './bridge-options.js'

/** Options as the bridge uses them. */
export interface CheckedBridgeOptions {
  readonly url: URL
  readonly limits: BridgeLimits
  /** What the view asks for and the host allows. */
  readonly permissions: Permissions
}

/** Throws TypeError for options that are wrong, and OmniportError `limit` for HTML that is too long. */
export function checkBridgeOptions(options: AppBridgeOptions, pageOrigin: string): CheckedBridgeOptions {
  const { sandboxUrl, app, permissions = {} } = options
  const limits = checkLimits(options.limits ?? {})
  const url = URL.canParse(String(sandboxUrl)) ? new URL(sandboxUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`sandboxUrl: ${JSON.stringify(String(sandboxUrl))} must be an http or https URL`)
  }
  if (url.origin === pageOrigin) {
    throw new TypeError(
      `sandboxUrl: ${url.origin} is the origin of this page; a view needs another one, best on another site`,
    )
  }
  if (typeof app?.html !== 'string') throw new TypeError('app.html must be a string')
  if (app.html.length > limits.htmlCharacters) {
    throw new OmniportError(
      'limit',
      `app.html has ${app.html.length} characters; at most ${limits.htmlCharacters} (limits.htmlCharacters)`,
    )
  }
  const asked: unknown = app.permissions
  const names = (['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const).filter(
    (name) => Boolean(Object(asked)[name]) && permissions[name] !== undefined,
  )
  return { url, limits, permissions: Object.fromEntries(names.map((name) => [name, {}])) }
}

function checkLimits(limits: Partial<BridgeLimits>): BridgeLimits {
  for (const [name, value] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultBridgeLimits, name)) {
      throw new TypeError(`limits.${name}: unknown; known are ${Object.keys(defaultBridgeLimits).join(', ')}`)
    }
    if (value !== undefined && !(Number.isFinite(value) && value >= 0)) {
      throw new TypeError(`limits.${name}: ${String(value)} must be a number of at least 0`)
    }
  }
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
  return { ...defaultBridgeLimits, ...given }
}
