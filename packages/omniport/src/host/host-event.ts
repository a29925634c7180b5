import type { LogEntry } from '../client/connect-options.js'
import type { PinChange } from './pins/pin.js'
import type { Finding } from './pins/scan/finding.js'
import type { ServerStatus } from './servers/server-status.js'

/** An event of a host. Each change is reported once. */
export type HostEvent =
  /** A server changed its state, or turned out to offer nothing. */
  | { readonly type: 'server'; readonly server: string; readonly status: ServerStatus }
  /** The list changed; read it again. Names are the host's. If no names are given, only the order changed. */
  | {
      readonly type: 'tools'
      readonly server: string
      readonly added: readonly string[]
      readonly changed: readonly string[]
      readonly removed: readonly string[]
    }
  | { readonly type: 'prompts' | 'resources'; readonly server: string }
  /** A tool was added or removed, or its definition differs from the pinned one. */
  | { readonly type: 'pin'; readonly server: string; readonly change: PinChange }
  /** A new tool has a suspicious definition. */
  | { readonly type: 'findings'; readonly server: string; readonly tool: string; readonly findings: readonly Finding[] }
  | { readonly type: 'log'; readonly server: string; readonly entry: LogEntry }
  /** A line that a server wrote to stderr. */
  | { readonly type: 'stderr'; readonly server: string; readonly text: string }
  /** An error outside of any call. */
  | { readonly type: 'error'; readonly server?: string | undefined; readonly error: Error }
