import type { Finding } from '../host/pins/scan/finding.js'
import type { LogLevel } from '../protocol/exchange/log-level.js'
import type { Revision } from '../protocol/revisions/revision.js'

/** The client that a message came from, as far as it is known. Nothing here is a credential. */
export interface EventClient {
  /** The id of the principal. */
  readonly principal?: string | undefined
  /** The id of the legacy session. */
  readonly session?: string | undefined
  readonly revision: Revision
  /** The name that the client gives itself. */
  readonly name?: string | undefined
}

/** A connection to an upstream. */
export interface EventConnection {
  readonly upstream: string
  /** Unique within the gateway: 1, 2, … */
  readonly connection: number
}

/** A call on its way through the gateway. */
export interface EventCall extends EventConnection {
  /** Unique within the gateway: 1, 2, … */
  readonly call: number
  readonly method: string
}

interface Payloads {
  /** A connection to an upstream is being made. */
  readonly 'upstream-connecting': EventConnection
  readonly 'upstream-connected': EventConnection & {
    readonly revision: Revision
    readonly server: { readonly name: string; readonly version: string }
    readonly elapsedMs: number
  }
  /** The connection could not be made. */
  readonly 'upstream-failed': EventConnection & { readonly error: string; readonly elapsedMs: number }
  /** The connection is over; without a `reason` the gateway closed it. */
  readonly 'upstream-closed': EventConnection & { readonly reason?: string | undefined }
  /** A line of a started upstream, with its secrets replaced. */
  readonly 'upstream-stderr': EventConnection & { readonly text: string }
  /** A log message of an upstream, whether a client wanted it or not. */
  readonly 'upstream-log': EventConnection & { readonly level: LogLevel; readonly logger?: string | undefined }
  /** Lists or a resource of an upstream changed. */
  readonly 'upstream-changed': EventConnection & {
    readonly kind: 'tools' | 'prompts' | 'resources' | 'resource'
    readonly uri?: string | undefined
  }
  /**
   * A tool was listed whose definition is new or not the pinned one, or a `first` one in which something looks like an attack.
   * `definition` is its digest.
   */
  readonly 'tool-reported': {
    readonly upstream: string
    readonly tool: string
    readonly change: 'first' | 'new' | 'changed'
    readonly definition?: string | undefined
    readonly isBlocked: boolean
    readonly findings: readonly Finding[]
  }
  /** What an upstream sent is wrong, and belongs to no call. */
  readonly 'upstream-error': EventConnection & { readonly error: string }

  /** A request goes to an upstream. `name` is that of the tool or prompt at the upstream, or the URI. */
  readonly 'call-started': EventCall & { readonly name?: string | undefined; readonly client: EventClient }
  readonly 'call-ended': EventCall & {
    readonly outcome: 'result' | 'error' | 'input_required' | 'cancelled'
    /** Of an error. */
    readonly code?: number | undefined
    /** True for the result of a tool that failed. */
    readonly isError?: boolean | undefined
    readonly elapsedMs: number
  }
  /** The client got progress of the call. */
  readonly 'call-progress': EventCall & { readonly progress: number; readonly total?: number | undefined }

  /** An upstream asks the client. `call` is absent for a question outside any call. */
  readonly 'question-asked': EventQuestion
  readonly 'question-answered': EventQuestion & { readonly elapsedMs: number }
  /** The question got an error, from the gateway or from the client. */
  readonly 'question-refused': EventQuestion & { readonly error: string }

  /** A live call waits for the retry of its modern client. */
  readonly 'call-parked': EventParking
  readonly 'call-resumed': EventParking & { readonly parkedMs: number }
  /** The call was given up while it was parked. */
  readonly 'call-expired': EventParking & { readonly reason: string }

  /** A legacy client began a session, or ended it. */
  readonly 'session-opened': { readonly client: EventClient }
  readonly 'session-closed': { readonly client: EventClient }
  /** Middleware refused a request. `rule` says which. */
  readonly 'request-refused': {
    readonly method: string
    readonly rule: string
    readonly name?: string | undefined
    readonly client: EventClient
  }
  /** The upstreams are others now. */
  readonly 'upstreams-replaced': {
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly changed: readonly string[]
  }
}

/** A question of an upstream: `elicitation/create`, `sampling/createMessage` or `roots/list`. */
export interface EventQuestion extends EventConnection {
  readonly call?: number | undefined
  readonly method: string
}

/** A parked call. */
export interface EventParking {
  readonly upstream: string
  readonly method: string
  /** From 1. */
  readonly round: number
  readonly client: EventClient
}

/**
 * One thing that happens in a gateway: `type` names it, and the other members depend on that. `at` is the time, in milliseconds
 * since 1970.
 */
export type GatewayEvent = {
  readonly [T in keyof Payloads]: { readonly type: T; readonly at: number } & Payloads[T]
}[keyof Payloads]

/** The payload of each event, by its type. */
export type GatewayEvents = Payloads
