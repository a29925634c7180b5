import type { UpstreamConnection } from './upstream-connection.js'

/** Closes the connections of one message, but for those on which it began a task: they end like others that nobody uses. */
export function closeSingles(singles: ReadonlyMap<unknown, UpstreamConnection>): void {
  for (const connection of singles.values()) if (!connection.hasTasks) void connection.close()
}
