import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { Launch } from './settings/launch.js'

/**
 * The state of a server:
 * - `idle`: not needed yet.
 * - `starting`: waits for consent, starts or connects.
 * - `ready`: connected.
 * - `unresponsive`: connected, but it did not answer a ping.
 * - `lost`: the server or its connection ended; it is being started again.
 * - `failed`: it could not be started; the next use tries again, but not before `retryAt`.
 * - `denied`: a person or a policy refused to start it.
 * - `invalid`: its entry cannot be used; `reason` says why.
 * - `disabled`: its entry disables it.
 * - `stopped`: stopped by `stop`, until `start`.
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

/** A snapshot of one server. */
export interface ServerStatus {
  readonly name: string
  readonly state: ServerState
  /** The reason for the state, if it is not obvious. */
  readonly reason?: string | undefined
  /** The error code of a failed or denied server; `unauthorized` means that someone has to sign in. */
  readonly code?: OmniportErrorCode | undefined
  /** When the state began, in milliseconds since 1970. */
  readonly since: number
  /** The earliest next attempt of a failed server, in milliseconds since 1970. */
  readonly retryAt?: number | undefined
  readonly launch: Launch
  /** The position of its entry: `mcp.json:12`. */
  readonly source?: string | undefined
  /** The protocol revision of a connected server. */
  readonly revision?: Revision | undefined
  /** The server's own name and version, for display only. */
  readonly info?: Implementation | undefined
  readonly pid?: number | undefined
  /** The number of offered tools, without blocked and filtered ones; undefined before the first listing. */
  readonly tools?: number | undefined
  readonly prompts?: number | undefined
  readonly resources?: number | undefined
  /** True if its lists are all empty. */
  readonly isEmpty: boolean
  /** Estimated tokens of a model's context that its tools take. */
  readonly tokens: number
}
