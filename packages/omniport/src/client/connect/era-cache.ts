import type { Era } from '../../protocol/revisions/revision.js'

/** Beyond this number the oldest server is forgotten. */
const capacity = 256

/** A server may be replaced by one that speaks more revisions. */
const maxAgeMs = 3_600_000

interface Entry {
  readonly era: Era
  readonly sinceMs: number
}

const servers = new Map<string, Entry>()

/**
 * The eras of servers. Legacy are those that `initialize` should be sent to at once: programs that exit when their first message
 * is another one, and HTTP servers that refused a modern request. Modern are programs that answered the probe. An entry expires
 * after an hour.
 *
 * spec: basic/versioning#backward-compatibility
 */
export const eraCache = {
  get(key: string | undefined, nowMs: number): Era | undefined {
    const entry = key === undefined ? undefined : servers.get(key)
    if (entry === undefined || nowMs < entry.sinceMs || nowMs - entry.sinceMs >= maxAgeMs) return undefined
    return entry.era
  },

  set(key: string | undefined, era: Era, nowMs: number): void {
    if (key === undefined) return
    servers.delete(key)
    servers.set(key, { era, sinceMs: nowMs })
    const [oldest] = servers.keys()
    if (servers.size > capacity && oldest !== undefined) servers.delete(oldest)
  },

  delete(key: string | undefined): void {
    if (key !== undefined) servers.delete(key)
  },
}
