import type { Runtime } from '../async/runtime/runtime.js'
import type { AuthOptions } from '../auth/client/auth-options.js'
import type { LimitOptions } from '../protocol/limits/limit-options.js'
import type { ElicitAction, ElicitAnswer } from '../protocol/model/elicitation.js'
import type { Root } from '../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../protocol/model/sampling.js'
import type { Revision } from '../protocol/revisions/revision.js'
import type { FormValues, JsonSchema } from '../schema/schema.js'
import type { ClientExtension } from './extensions/client-extension.js'

/**
 * What a client is, and what it can answer. Exactly what has a handler here is declared to the server. The time that a handler
 * takes does not count for the call that is asked about.
 */
export interface ConnectOptions {
  /** How this client names itself. Default: `omniport`, with the version of this library. */
  readonly name?: string | undefined
  readonly version?: string | undefined
  /** Speak this revision or fail. Default: the newest that both sides know. */
  readonly revision?: Revision | undefined
  /** For an answer, restarted by progress. Default: 60 s. */
  readonly timeoutMs?: number | undefined
  /** For an answer, whatever progress is reported. Default: 10 min. */
  readonly maxTimeoutMs?: number | undefined
  /**
   * Pings a legacy server so long after its last answer to a ping. One that does not answer within `timeoutMs` is told to
   * `onError`, and pinged again. Default: never. spec: 2025-11-25 basic/utilities/ping#implementation-considerations
   */
  readonly pingMs?: number | undefined
  /** Aborting it gives up connecting. Afterwards it has no effect. */
  readonly signal?: AbortSignal | undefined
  readonly limits?: LimitOptions | undefined
  /** Replaces the clock, randomness and scheduling, for simulation. */
  readonly runtime?: Runtime | undefined
  /** In memory: messages travel as text, as they would elsewhere. Default: false. */
  readonly wire?: boolean | undefined

  /**
   * Puts a form before a person, for whom it must be clear who asks, and who may decline. Fields that are left out get their
   * defaults. What does not fit the form is not sent. spec: client/elicitation#form-mode-elicitation-requests
   */
  readonly elicit?:
    | ((question: ElicitQuestion, ctx: AnswerContext) => ElicitAnswer<FormValues> | Promise<ElicitAnswer<FormValues>>)
    | undefined
  /**
   * Shows a person the whole URL and asks whether to open it; `accept` says that it was opened, not that anything was done
   * there. spec: client/elicitation#safe-url-handling
   */
  readonly elicitUrl?: ((question: ElicitUrlQuestion, ctx: AnswerContext) => Promise<ElicitAction>) | undefined
  /**
   * Asks a model, after a person agreed. `tools` are those of the server: the model may ask for them, the server runs them.
   * Reject with an `AbortError` where the person refuses; older servers are told so. Deprecated by the protocol.
   *
   * spec: client/sampling#creating-messages
   */
  readonly sample?:
    | ((params: SampleParams, ctx: AnswerContext) => SampleResult<SampleContent> | Promise<SampleResult<SampleContent>>)
    | undefined
  /**
   * Where the server may work; an empty list allows `setRoots` later. A function is asked each time the server asks, as a
   * person may have to agree. Deprecated by the protocol. spec: client/roots#root, client/roots#security-considerations
   */
  readonly roots?: Roots | undefined
  /**
   * False: questions that come as a result are returned as they are by `request`, and are OmniportError `unsupported` for
   * other calls. Default: true, for calls end when everything is answered; what a handler throws rejects the call that
   * caused the question.
   */
  readonly autoAnswer?: boolean | undefined
  /**
   * False: a call that a server refuses for want of headers (-32020) rejects with that, for whoever has to look at the tools
   * before they are called. Default: true, the tools are listed again, and the call is sent once more where they want other
   * headers now. spec: basic/transports/streamable-http#client-behavior
   */
  readonly autoRefresh?: boolean | undefined
  /**
   * True: servers of 2025-11-25 may ask by task as well. False: no tasks of servers of 2026-07-28 either: calls are answered,
   * or refused where a tool is a task or nothing. Default: tasks of servers are driven, and none are kept here.
   */
  readonly tasks?: boolean | undefined

  /** What this client can do beside the protocol, by identifiers such as `com.example/search`. Default: nothing. */
  readonly extensions?: Readonly<Record<string, ClientExtension>> | undefined

  /** Gets the log messages of the server. Deprecated by the protocol. */
  readonly onLog?: ((entry: LogEntry) => void) | undefined
  /**
   * Gets what a server that was started writes to stderr, line by line; what it was given as a secret is `***` there. That it
   * writes there is no error.
   */
  readonly onStderr?: ((text: string) => void) | undefined
  /** Gets what went wrong without a call to reject. Default: ignored. */
  readonly onError?: ((error: Error) => void) | undefined
  /**
   * Called when a connection is lost that is made again when it is next needed, at once while anything is listened to; with
   * the reason where there is one.
   */
  readonly onLost?: ((reason: Error | undefined) => void) | undefined
  /** Called when a lost connection has been made again. */
  readonly onReconnect?: (() => void) | undefined
  /** Called once, when the connection is over for good. */
  readonly onClose?: (() => void) | undefined

  /** Sends the HTTP requests. Default: connections of this client's own on Node, the global one elsewhere. */
  readonly fetch?: typeof fetch | undefined
  readonly auth?: AuthOptions | undefined
}

/** The folders and files a server may work in, or what says them. What it throws rejects the call that asked. */
export type Roots = readonly Root[] | ((ctx: AnswerContext) => readonly Root[] | Promise<readonly Root[]>)

/** A form to fill in. */
export interface ElicitQuestion {
  /** Written by the server: show it as such. */
  readonly message: string
  /** One level deep: strings, numbers, booleans, and lists of choices. */
  readonly schema: JsonSchema
}

/** A page to open. */
export interface ElicitUrlQuestion {
  /** Written by the server: show it as such. */
  readonly message: string
  readonly url: string
}

/** What surrounds a question of the server. */
export interface AnswerContext {
  /**
   * Aborts when nobody wants the answer any more: the server or the call that caused the question gave up, another question
   * of that call failed, or the connection is over.
   */
  readonly signal: AbortSignal
}

/** One log message of a server. */
export interface LogEntry {
  readonly level: string
  readonly logger?: string | undefined
  readonly data: unknown
}
