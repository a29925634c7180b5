import type { Catalogue, ToolChange } from './catalogue.js'
import type { Operation, SavedTest, Subscription } from './operations.js'
import type { AuditRecord, Decision, Root } from './permissions.js'
import type { PersonRequest, RequestEnd, SignIn } from './requests.js'
import type { Server, ServerLine } from './servers.js'
import type { Settings } from './settings.js'
import type { MessageRecord, Span } from './timeline.js'
import type { ContractVersion, Revision, Time } from './values.js'

/** One line of the event stream. */
export type StreamLine =
  /** The first line. A `session` other than the state's means that the command was started anew: read the state again. */
  | { readonly type: 'hello'; readonly version: ContractVersion; readonly session: string; readonly cursor: number }
  /** Events between the given cursor and the next one are lost: read the state again. The stream goes on. */
  | { readonly type: 'gap'; readonly cursor: number }
  /** Every 15 s without an event. */
  | { readonly type: 'beat'; readonly cursor: number }
  | { readonly type: 'event'; readonly cursor: number; readonly event: ConsoleEvent }

export type ConsoleEvent =
  /** The whole list of servers: one was added, removed or reordered. */
  | { readonly type: 'servers'; readonly servers: readonly Server[] }
  /** One server changed; replaces the one of that name. */
  | { readonly type: 'server'; readonly server: Server }
  /** The whole catalogue of one server; replaces it. */
  | { readonly type: 'catalogue'; readonly catalogue: Catalogue }
  /** Lines that servers logged or wrote to stderr, oldest first. */
  | { readonly type: 'lines'; readonly lines: readonly ServerLine[] }
  /** New messages, in order, at most 500. */
  | { readonly type: 'messages'; readonly records: readonly MessageRecord[] }
  /** Messages before `firstSeq` are not there any more. */
  | { readonly type: 'messages-dropped'; readonly firstSeq: number }
  /** New or changed spans; replace those of the same id. */
  | { readonly type: 'spans'; readonly spans: readonly Span[] }
  /** A call, read or other work of the page started, progressed or ended. Large results are left out: see `Operation.result`. */
  | { readonly type: 'operation'; readonly operation: Operation }
  | { readonly type: 'operations-dropped'; readonly ids: readonly string[] }
  /** Somebody is asked, or a request was changed. */
  | { readonly type: 'request'; readonly request: PersonRequest }
  /** The request was answered, here or in another tab, or is not needed any more. */
  | { readonly type: 'request-ended'; readonly id: string; readonly reason: RequestEnd }
  | { readonly type: 'decisions'; readonly decisions: readonly Decision[] }
  | { readonly type: 'audit'; readonly records: readonly AuditRecord[] }
  | { readonly type: 'changes'; readonly changes: readonly ToolChange[] }
  | { readonly type: 'subscription'; readonly subscription: Subscription }
  | { readonly type: 'subscription-ended'; readonly id: string; readonly reason?: string }
  | { readonly type: 'tests'; readonly tests: readonly SavedTest[] }
  | { readonly type: 'roots'; readonly roots: readonly Root[] }
  | { readonly type: 'settings'; readonly settings: Settings }
  | { readonly type: 'sign-in'; readonly signIn: SignIn }
  /** Something to tell the person that belongs to no call. */
  | { readonly type: 'notice'; readonly notice: Notice }
  /** The command ends. */
  | { readonly type: 'closing' }

export interface ConsoleState {
  readonly version: ContractVersion
  /** Of the command `omniport`. */
  readonly release: string
  /** Different for each start of the command. */
  readonly session: string
  /** Continue the event stream after this. */
  readonly cursor: number
  readonly startedAt: Time
  /** The revisions that the command speaks, oldest first. */
  readonly revisions: readonly Revision[]
  readonly servers: readonly Server[]
  readonly catalogues: readonly Catalogue[]
  /** The last 1,000 of all servers. */
  readonly lines: readonly ServerLine[]
  readonly messages: { readonly firstSeq: number; readonly lastSeq: number; readonly bytes: number }
  /** Of the last 2,000 spans. */
  readonly spans: readonly Span[]
  /** History, oldest first, at most 500. */
  readonly operations: readonly Operation[]
  readonly requests: readonly PersonRequest[]
  readonly decisions: readonly Decision[]
  /** The last 1,000. */
  readonly audit: readonly AuditRecord[]
  readonly changes: readonly ToolChange[]
  readonly subscriptions: readonly Subscription[]
  readonly tests: readonly SavedTest[]
  readonly roots: readonly Root[]
  readonly signIns: readonly SignIn[]
  readonly notices: readonly Notice[]
  readonly settings: Settings
  /** The origin that serves the sandbox of apps; undefined: apps cannot be shown. */
  readonly sandboxUrl?: string
  /** True: the command was started on the example servers. */
  readonly isTour: boolean
  /** Where configured servers come from, for the empty state: paths of files that were read. */
  readonly configFiles: readonly string[]
}

export interface Notice {
  readonly id: string
  readonly at: Time
  readonly tone: 'info' | 'warning' | 'error'
  readonly server?: string
  readonly text: string
}
