import { Client, fetch as undiciFetch } from 'undici'
import { createGuardedFetch } from '../../ssrf-guard/create-guarded-fetch.js'
import { checkedConnector } from './checked-connector.js'
import type { NodeGuardOptions } from './node-guard-options.js'

/**
 * A guarded `fetch` that also holds what a name resolves to against the rules, and connects to the very address that was
 * checked. Each request has a connection of its own, which ends with it. Proxies of the environment are not used: they would
 * resolve names themselves.
 */
export function createNodeGuardedFetch(options: NodeGuardOptions = {}): typeof fetch {
  return createGuardedFetch(async (input, init) => {
    const url = new URL(String(input))
    const connect = checkedConnector({ ...options, signal: init?.signal ?? undefined })
    // Without the time limits that undici has by itself: those of the guard hold.
    const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 })
    try {
      // The types of undici differ from those of the platform where it has classes of its own; what is passed is plain.
      const given = { ...init, dispatcher: client } as Parameters<typeof undiciFetch>[1]
      const reply = await undiciFetch(url.href, given)
      // It closes once the reply was read or cancelled.
      client.close().catch(() => {})
      return reply as unknown as Response
    } catch (error) {
      await client.destroy()
      throw error
    }
  }, options)
}
