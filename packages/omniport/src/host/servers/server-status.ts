import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { Launch } from './settings/launch.js'

/**
 * How a server is:
 * - `idle`: not needed yet.
 * - `starting`: being asked about, started or connected to.
 * - `ready`: connected.
 * - `unresponsive`: connected, and does not answer.
 * - `lost`: it ended or the connection did; it is started again.
 * - `failed`: it could not be started; tried again when it is next needed, not before `retryAt`.
 * - `denied`: a person or a policy refused to start it.
 * - `invalid`: its entry cannot be used; `reason` says why.
 * - `disabled`: its entry says so.
 * - `stopped`: by `stop`, until `start`.
 */
export type ServerState =
  | 'idle'
  | 'starting'
  | 'ready'
  | 'unresponsive'
  | 'lost'
  | 'failed'
  | 'denied'
  | 'invalid'
  | 'disabled'
  | 'stopped'

/** What is known of one server. A snapshot. */
export interface ServerStatus {
  readonly name: string
  readonly state: ServerState
  /** Why it is as it is, where that is not obvious. */
  readonly reason?: string | undefined
  /** Of one that failed or was denied, the code of that OmniportError: `unauthorized` wants somebody to sign in. */
  readonly code?: OmniportErrorCode | undefined
  /** Milliseconds since 1970: when it came to be so. */
  readonly since: number
  /** When a failed server may be tried again. */
  readonly retryAt?: number | undefined
  readonly launch: Launch
  /** Where its entry stands: `mcp.json:12`. */
  readonly source?: string | undefined
  /** Of a server that was connected. */
  readonly revision?: Revision | undefined
  /** How it names itself: display data. */
  readonly info?: Implementation | undefined
  readonly pid?: number | undefined
  /** How many it offers, blocked and filtered ones not counted; undefined before they were listed. */
  readonly tools?: number | undefined
  readonly prompts?: number | undefined
  readonly resources?: number | undefined
  /** It was listed, and offers nothing at all. */
  readonly isEmpty: boolean
  /** About how many tokens of a model's context its tools take. */
  readonly tokens: number
}
