import type { GuardOptions } from '../../ssrf-guard/guard-options.js'
import { openGuardedFetch } from './open-guarded-fetch.js'

/**
 * A `fetch` for addresses that a peer names: of documents, keys, icons and endpoints. It refuses addresses that are not public,
 * limits redirects, time and size, and returns a reply once it is complete. There is nothing to close.
 *
 * On Node the addresses that a name resolves to are checked, too. Other platforms do not expose them: there the spelling is
 * checked, and the platform has to block private addresses, as Cloudflare Workers do.
 *
 * It rejects with OmniportError: `unreachable` for an address that is refused or cannot be reached, `timeout`, `limit` for a
 * reply that is too long or redirected too often, `invalid_result` for a status that HTTP does not have; or with the reason of
 * an aborted signal.
 *
 * spec: security_best_practices#server-side-request-forgery-ssrf
 */
export function guardedFetch(options: GuardOptions = {}): typeof fetch {
  let opened: Promise<typeof fetch> | undefined
  return async (input, init) => {
    opened ??= openGuardedFetch(options)
    const guarded = await opened
    return guarded(input, init)
  }
}
