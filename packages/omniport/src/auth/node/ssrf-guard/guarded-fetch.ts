import { isNode } from '../../../async/runtime/is-node.js'
import { createGuardedFetch } from '../../ssrf-guard/create-guarded-fetch.js'
import type { GuardOptions } from '../../ssrf-guard/guard-options.js'

/**
 * A `fetch` for addresses that a peer names: of documents, keys, icons and endpoints. It sends nothing to addresses that are not
 * public, holds redirects, time and size to limits, and gives a reply once all of it is there. Nothing has to be closed.
 *
 * On Node what a name resolves to is checked, and is what is connected to. Elsewhere no program can see that: there the
 * spelling is checked, and the platform has to keep names from leading inside, as Cloudflare Workers do.
 *
 * It rejects with OmniportError: `unreachable` for what is refused and for what cannot be reached, `timeout`, `limit` for a reply
 * that is too long or redirected too often, `invalid_result` for a status that HTTP does not have. Where the signal it was given
 * aborts, with its reason.
 *
 * spec: security_best_practices#server-side-request-forgery-ssrf
 */
export function guardedFetch(options: GuardOptions = {}): typeof fetch {
  let opened: Promise<typeof fetch> | undefined
  return async (input, init) => {
    opened ??= open(options)
    const guarded = await opened
    return guarded(input, init)
  }
}

async function open(options: GuardOptions): Promise<typeof fetch> {
  if (!isNode()) return createGuardedFetch((input, init) => fetch(input, init), options)
  const { createNodeGuardedFetch } = await import('./create-node-guarded-fetch.js')
  return createNodeGuardedFetch(options)
}
