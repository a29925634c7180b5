/** How many servers are remembered; beyond, the oldest is forgotten. */
const capacity = 256

const legacyServers = new Set<string>()

/**
 * The servers of this process that end when their first message is not `initialize`. Forget one when that turns out wrong.
 *
 * spec: basic/versioning#backward-compatibility
 */
export const eraMemory = {
  isLegacy(key: string | undefined): boolean {
    return key !== undefined && legacyServers.has(key)
  },

  rememberLegacy(key: string | undefined): void {
    if (key === undefined) return
    legacyServers.delete(key)
    legacyServers.add(key)
    const [oldest] = legacyServers
    if (legacyServers.size > capacity && oldest !== undefined) legacyServers.delete(oldest)
  },

  forget(key: string | undefined): void {
    if (key !== undefined) legacyServers.delete(key)
  },
}
