/** How many servers are remembered; beyond, the oldest is forgotten. */
const capacity = 256

/** A server may be replaced by one that speaks more. */
const maxAgeMs = 3_600_000

const legacyServers = new Map<string, number>()

/**
 * The servers of this process that are best met with `initialize`: those that end when their first message is another, and
 * those over HTTP that refused a modern one. Forget one when that turns out wrong; after an hour it is forgotten anyway.
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
