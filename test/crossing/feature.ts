import type { Revision } from '../wire/revisions.js'
import type { CrossingClient } from './crossing-client.js'

/** Something that a client does with a server, directly or through the gateway. */
export interface Feature {
  readonly name: string
  /** Plays it and resolves with all that the client saw, without ids. `key` is of this player only. */
  readonly play: (client: CrossingClient, key: string) => Promise<unknown>
  /** The revisions that have it. Default: all. */
  readonly revisions?: readonly Revision[]
  /** The direct answer without what an upstream of an older revision cannot say. Default: see `less`. */
  readonly less?: (direct: unknown, upstream: unknown) => unknown
}

export const since2025Jun: readonly Revision[] = ['2025-06-18', '2025-11-25', '2026-07-28']
export const since2025Nov: readonly Revision[] = ['2025-11-25', '2026-07-28']
