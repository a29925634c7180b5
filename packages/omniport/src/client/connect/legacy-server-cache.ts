/** Beyond this number the oldest server is forgotten. */
const capacity = 256

/** A server may be replaced by one that speaks more revisions. */
const maxAgeMs = 3_600_000

const legacyServers = new Map<string, number>()

/**
 * The servers that `initialize` should be sent to at once: those that exit when their first message is another one, and
 * HTTP servers that refused a modern request. An entry expires after an hour.
 *
 * spec: basic/versioning#backward-compatibility
 */
export const legacyServerCache = {
  has(key: string | undefined, now: number): boolean {
    const since = key === undefined ? undefined : legacyServers.get(key)
    return since !== undefined && now >= since && now - since < maxAgeMs
  },

  add(key: string | undefined, now: number): void {
    if (key === undefined) return
    legacyServers.delete(key)
    legacyServers.set(key, now)
    const [oldest] = legacyServers.keys()
    if (legacyServers.size > capacity && oldest !== undefined) legacyServers.delete(oldest)
  },

  delete(key: string | undefined): void {
    if (key !== undefined) legacyServers.delete(key)
  },
}
