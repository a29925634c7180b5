import type { Runtime } from '../async/runtime/runtime.js'
import type { AuthOptions } from '../auth/client/auth-options.js'
import type { LimitOptions } from '../protocol/limits/limit-options.js'
import type { ElicitAction, ElicitAnswer } from '../protocol/model/elicitation.js'
import type { Root } from '../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../protocol/model/sampling.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { FormValues, JsonSchema } from '../schema/schema.js'
import type { ConnectionInterceptor } from '../transport/connection-interceptor.js'
import type { ClientExtension } from './extensions/client-extension.js'

/**
 * Options of `connect`. Of the protocol's capabilities the client declares exactly those that have a handler here. The time that a handler
 * takes does not count for the call that it belongs to.
 */
export interface ConnectOptions {
  /** The name that the server gets. Default: `omniport`, with the version of this library. */
  readonly name?: string | undefined
  readonly version?: string | undefined
  /** Connects in this revision or fails. Default: the newest that both sides know. */
  readonly revision?: Revision | undefined
  /**
   * Time limit for the result of a request, with all its round trips. Progress, and answers of the user, restart it; the time in
   * which the user is asked does not count. `connect` as a whole has this limit, too. Default: 60 s.
   */
  readonly timeoutMs?: number | undefined
  /** Time limit in spite of progress and answers, without the time in which the user is asked. Default: 10 min. */
  readonly maxTimeoutMs?: number | undefined
  /**
   * Pings a legacy server this long after its last answer to a ping. `onError` gets a ping that has no answer within
   * `timeoutMs`, and the server is pinged again. Default: no pings. spec: 2025-11-25
   * basic/utilities/ping#implementation-considerations
   */
  readonly pingMs?: number | undefined
  /** Aborting it gives up connecting. It has no effect on a connected client. */
  readonly signal?: AbortSignal | undefined
  readonly limits?: LimitOptions | undefined
  /** Replaces the clock, randomness and scheduling, for simulation. */
  readonly runtime?: Runtime | undefined
  /** For servers in memory: true sends messages as text, as other transports do. Default: false. */
  readonly wire?: boolean | undefined

  /**
   * Shows a form to the user, who must see which server asks, and may decline. Fields that are left out get their defaults.
   * Values that do not fit the form are not sent. spec: client/elicitation#form-mode-elicitation-requests
   */
  readonly elicit?:
    | ((question: ElicitQuestion, ctx: AnswerContext) => ElicitAnswer<FormValues> | Promise<ElicitAnswer<FormValues>>)
    | undefined
  /**
   * Shows the user the whole URL and asks whether to open it; `accept` says that the page was opened, and nothing about
   * what the user did there. spec: client/elicitation#safe-url-handling
   */
  readonly elicitUrl?: ((question: ElicitUrlQuestion, ctx: AnswerContext) => Promise<ElicitAction>) | undefined
  /**
   * Asks a model, after the user agreed. `tools` are those of the server: the model may call them, and the server runs
   * them. Reject with an `AbortError` when the user refuses; legacy servers get that as an error. Deprecated by the
   * protocol.
   *
   * spec: client/sampling#creating-messages
   */
  readonly sample?:
    | ((params: SampleParams, ctx: AnswerContext) => SampleResult<SampleContent> | Promise<SampleResult<SampleContent>>)
    | undefined
  /**
   * The folders and files where the server may work; an empty list allows `setRoots` later. A function is called for each
   * request of the server, so that the user can agree. Deprecated by the protocol. spec: client/roots#root,
   * client/roots#security-considerations
   */
  readonly roots?: Roots | undefined
  /**
   * False: `request` returns a result that asks for input as it is, and other calls reject with OmniportError
   * `unsupported`. Default: true, the handlers answer, and the request is sent again. A call rejects with what a handler
   * throws.
   */
  readonly autoAnswer?: boolean | undefined
  /**
   * False: a call of a tool that was refused is not sent again, so that the caller can check first if the tool is still the
   * same. Default: true, it is sent once more if the server has forgotten the session; and if the server wants headers (-32020)
   * or a task (-32601) and the tools, which are listed again, say so now.
   * spec: basic/transports/streamable-http#client-behavior
   */
  readonly autoRefresh?: boolean | undefined
  /**
   * True: servers of 2025-11-25 may also send input requests as tasks. False: servers of 2026-07-28 run no call as a task,
   * and refuse calls of tools that only run so. Default: the client follows tasks of servers, and answers no input requests
   * as tasks.
   */
  readonly tasks?: boolean | undefined

  /**
   * True if the program shows apps, the user interfaces of tools: the server is told so, and `loadApp` gives one. Default: false.
   * spec: SEP-1865#client-server-capability-negotiation
   */
  readonly apps?: boolean | undefined
  /** Capabilities outside the protocol, by name, declared to servers of every revision. Default: none. */
  readonly experimental?: Readonly<Record<string, object>> | undefined
  /** Extensions of the protocol, by identifiers such as `com.example/search`. Default: none. */
  readonly extensions?: Readonly<Record<string, ClientExtension>> | undefined

  /** Gets the log messages of the server. Deprecated by the protocol. */
  readonly onLog?: ((entry: LogEntry) => void) | undefined
  /**
   * Gets each line that a started server writes to stderr, with its secrets replaced by `***`. Such a line need not be an
   * error.
   */
  readonly onStderr?: ((text: string) => void) | undefined
  /**
   * Gets errors that belong to no call, such as `invalid_result` for malformed definitions that a list comes without. Default:
   * they are ignored.
   */
  readonly onError?: ((error: Error) => void) | undefined
  /**
   * Called with the reason, if there is one, when a connection is lost that the client can make again. It does so when the
   * connection is next needed, or at once while there are subscriptions.
   */
  readonly onLost?: ((reason: Error | undefined) => void) | undefined
  /** Called when a lost connection has been made again. */
  readonly onReconnect?: (() => void) | undefined
  /** Called once, when the connection is over for good. */
  readonly onClose?: (() => void) | undefined

  /** Sends the HTTP requests. Default: own connections on Node, the global `fetch` elsewhere. */
  readonly fetch?: typeof fetch | undefined
  readonly auth?: AuthOptions | undefined
  /**
   * Stands between this client and a server that is reached over HTTP or started here. **The risk**: it sees credentials and
   * everything else that passes. Default: nothing does.
   */
  readonly intercept?: ConnectionInterceptor | undefined
}

/** The folders and files where a server may work, or a function that returns them. A request rejects with what it throws. */
export type Roots = readonly Root[] | ((ctx: AnswerContext) => readonly Root[] | Promise<readonly Root[]>)

/** A form to fill in. */
export interface ElicitQuestion {
  /** Text of the server: show it as such. */
  readonly message: string
  /** One level deep: strings, numbers, booleans, and lists of choices. */
  readonly schema: JsonSchema
}

/** A page to open. */
export interface ElicitUrlQuestion {
  /** Text of the server: show it as such. */
  readonly message: string
  readonly url: string
}

/** The context of an input request of the server. */
export interface AnswerContext {
  /**
   * Aborts when the answer is not needed any more: the server or the call gave up, another input request of the call
   * failed, or the connection ended.
   */
  readonly signal: AbortSignal
  /**
   * Reports to the server how far the answer is, if the server asked for that: `progress` must rise, of `total` where that is
   * known. Nothing is sent at 2026-07-28, nor about questions that the server sent as tasks or in an error: these are no
   * requests under way. @throws TypeError for a number that is not finite.
   *
   * spec: 2025-11-25 basic/utilities/progress#progress-flow
   */
  progress(progress: number, total?: number, message?: string): void
}

/** One log message of a server. */
export interface LogEntry {
  readonly level: string
  readonly logger?: string | undefined
  readonly data: unknown
}
