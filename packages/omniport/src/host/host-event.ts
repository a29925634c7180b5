import type { LogEntry } from '../client/connect-options.js'
import type { PinChange } from './pins/pin.js'
import type { Finding } from './pins/scan/finding.js'
import type { ServerStatus } from './servers/server-status.js'

/** What a host tells, each once. */
export type HostEvent =
  /** A server is in another state than before, or turned out to be empty. */
  | { readonly type: 'server'; readonly server: string; readonly status: ServerStatus }
  /** What the host offers is not what it was: read it again. Names are those of the host; without any only the order differs. */
  | {
      readonly type: 'tools'
      readonly server: string
      readonly added: readonly string[]
      readonly changed: readonly string[]
      readonly removed: readonly string[]
    }
  | { readonly type: 'prompts' | 'resources'; readonly server: string }
  /** A definition is not the one that is pinned. */
  | { readonly type: 'pin'; readonly server: string; readonly change: PinChange }
  /** A definition that is seen for the first time is suspicious. */
  | { readonly type: 'findings'; readonly server: string; readonly tool: string; readonly findings: readonly Finding[] }
  | { readonly type: 'log'; readonly server: string; readonly entry: LogEntry }
  /** A line that a server wrote to stderr. */
  | { readonly type: 'stderr'; readonly server: string; readonly text: string }
  /** What went wrong without a call to reject. */
  | { readonly type: 'error'; readonly server?: string | undefined; readonly error: Error }
