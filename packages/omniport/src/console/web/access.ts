import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface AccessOptions {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string
  readonly token: string
}

/** The reason to refuse a request of whatever kind. Undefined: it may be answered. */
export function refusalOf({ headers }: IncomingMessage, { origin }: AccessOptions): string | undefined {
  // A name that resolves to this machine is not this page: an attacker may own the name.
  if (headers.host !== new URL(origin).host) return `Open ${origin}/ instead`
  if (headers.origin !== undefined && headers.origin !== origin) return 'Other pages cannot use the console'
  return undefined
}

/** True if a request for data comes from the page: it has the token, and no other page sent it. */
export function hasToken({ headers }: IncomingMessage, { token }: AccessOptions): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const given = headers['x-omniport-token']
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
