import { isLoopbackHost } from '../../auth/guard/is-loopback-host.js'
import { isWebUrl } from '../../protocol/questions/is-web-url.js'

/**
 * Whether a page may be put before a person: an `https:` URL that can be judged by what it says, or an `http:` one of this very
 * machine, for development.
 *
 * spec: client/elicitation#safe-url-handling, security_best_practices#oauth-authorization-url-validation
 */
export function isSafeUrl(url: unknown): url is string {
  if (!isWebUrl(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
}
