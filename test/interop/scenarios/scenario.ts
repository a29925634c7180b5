import type { Driver } from '../drivers/driver.js'
import type { Peer } from '../peers.js'

/** Something that any client and any server do with each other. */
export interface Scenario {
  /** A sentence. */
  readonly name: string
  /** Plays it, and gives what came of it. `key` is of this player only, where several play with one server. */
  readonly play: (driver: Driver, key: string) => Promise<unknown>
  /** What must come of it, exactly. */
  readonly expected: (peer: Peer) => unknown
  /** With whom it can be played. Default: everyone. */
  readonly isFor?: (peer: Peer) => boolean
  /** What it takes besides answers. Default: nothing. */
  readonly needs?: readonly Need[]
}

/**
 * Log messages before an answer, progress before an answer, a server that knows its client again, or one that nobody else
 * plays with.
 */
export type Need = 'log' | 'progress' | 'session' | 'alone'
