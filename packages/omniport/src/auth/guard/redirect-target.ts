import { OmniportError } from '../../jsonrpc/omniport-error.js'
import { formatHost } from './host-text.js'
import { addressRefused } from './refused.js'

/** The request that a reply answers. */
export interface RedirectContext {
  readonly url: URL
  readonly method: string
  readonly redirect: RequestRedirect
  /** How many redirects may still be followed. */
  readonly left: number
}

/**
 * Where a reply sends a request on to, within its origin; undefined where it does not.
 *
 * @throws OmniportError `unreachable` for a redirect that is not followed, `limit` for one too many.
 */
export function redirectTarget(
  reply: Pick<Response, 'status' | 'headers' | 'type'>,
  { url, method, redirect, left }: RedirectContext,
): URL | undefined {
  const host = formatHost(url)
  if (reply.type === 'opaqueredirect') throw addressRefused(`${host} redirects to where this platform does not say`)
  const location = redirects.has(reply.status) ? reply.headers.get('location') : null
  if (location === null) return undefined
  if (redirect === 'error') throw addressRefused(`${host} redirects`)
  if (method !== 'GET' && method !== 'HEAD') throw addressRefused(`${host} redirects a ${method.slice(0, 32)}`)
  if (left === 0) throw new OmniportError('limit', `${host} redirects more often than is followed`)
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  if (target?.origin !== url.origin) throw addressRefused(`${host} redirects to another origin`)
  return target
}

const redirects = new Set([301, 302, 303, 307, 308])
