import { Client, fetch as undiciFetch } from 'undici'
import { createGuardedFetch } from '../../ssrf-guard/create-guarded-fetch.js'
import { checkedConnector } from './checked-connector.js'
import type { NodeGuardOptions } from './node-guard-options.js'

/**
 * A guarded `fetch` that also checks the addresses a name resolves to, and connects to a checked one. Each request has its own
 * connection. A proxy of the environment gets the address that was checked, not the name, so that it resolves nothing itself.
 */
export function createNodeGuardedFetch(options: NodeGuardOptions = {}): typeof fetch {
  return createGuardedFetch(async (input, init) => {
    const url = new URL(String(input))
    const connect = checkedConnector({ ...options, signal: init?.signal ?? undefined })
    // The timeouts of undici are off: those of the guard apply.
    const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0, pipelining: 0 })
    try {
      // The types of undici differ from those of the platform only in its own classes.
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
