import { isNode } from '../../../async/runtime/is-node.js'
import { createGuardedFetch } from '../../ssrf-guard/create-guarded-fetch.js'
import type { GuardOptions } from '../../ssrf-guard/guard-options.js'

/**
 * Opens the guarded `fetch` of this platform. Bundles for browsers and workers have `open-guarded-fetch.web.ts` in place of this
 * file, so that nothing of Node is in them.
 */
export async function openGuardedFetch(options: GuardOptions): Promise<typeof fetch> {
  if (!isNode()) return createGuardedFetch((input, init) => fetch(input, init), options)
  const { createNodeGuardedFetch } = await import('./create-node-guarded-fetch.js')
  return createNodeGuardedFetch(options)
}
