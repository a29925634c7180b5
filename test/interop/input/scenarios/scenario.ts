import type { Driver } from '../../drivers/driver.js'
import type { Respondent } from '../../drivers/respondent.js'
import type { Peer } from '../../peers.js'

/** A question of a server, how it is answered, and what comes of it. */
export interface Scenario {
  /** A sentence. */
  readonly name: string
  /** Plays it, and gives what both sides saw. */
  readonly play: (stage: Stage) => Promise<unknown>
  /** What both must have seen, exactly. */
  readonly expected: (peer: Peer) => unknown
  /** With whom it can be played. Default: everyone. */
  readonly isFor?: (peer: Peer) => boolean
  /** Whether the server must be able to reach the client outside of calls. Default: false. */
  readonly needsSession?: boolean
}

/** A client that is connected, and who answers for it. */
export interface Stage {
  readonly driver: Driver
  readonly respondent: Respondent
  readonly peer: Peer
}

/** Whether it is the second major version of the SDK, which asks by results, whatever the revision. */
export const isSdk2 = ({ name }: Peer) => name.startsWith('2.')

/** Whether forms are part of the revision, and were part of it when the release came out. */
export const hasForms = ({ revision }: Peer) => revision >= '2025-06-18'

/** Whether forms have several choices, pages can be opened, and models use tools. */
export const hasPages = ({ revision }: Peer) => revision >= '2025-11-25'
