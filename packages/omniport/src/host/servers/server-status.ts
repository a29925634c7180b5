import type { Implementation } from '../../protocol/exchange/peer.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { OmniportErrorCode } from '../../values/errors/omniport-error.js'
import type { ServerState } from './server-state.js'
import type { Launch } from './settings/launch.js'

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
