import type { Driver } from '../drivers/driver.js'
import type { Peer } from '../peers.js'

/** Something that any client and any server do with each other. */
export interface Scenario {
  /** A sentence. */
  readonly name: string
  /** Plays it, and gives what came of it. */
  readonly play: (driver: Driver) => Promise<unknown>
  /** What must come of it, exactly. */
  readonly expected: (peer: Peer) => unknown
  /** With whom it can be played. Default: everyone. */
  readonly isFor?: (peer: Peer) => boolean
}
