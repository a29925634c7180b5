import type { Progress } from '../../protocol/exchange/exchange.js'
import type { LogLevel } from '../../protocol/exchange/log-level.js'
import type { Peer, Principal } from '../../protocol/exchange/peer.js'
import type { ElicitAction, ElicitAnswer } from '../../protocol/model/elicitation.js'
import type { Root } from '../../protocol/model/roots.js'
import type { SampleContent, SampleParams, SampleResult } from '../../protocol/model/sampling.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import type { FormValues, JsonSchema, Output, Schema } from '../../schema/schema.js'

/** The context of a request. `list` and `complete` get this much; only a `Context` can ask for input. */
export interface RequestContext<App = unknown> {
  /** Aborts when the caller cancels, when the call runs out of time, or when its questions are on their way. */
  readonly signal: AbortSignal
  readonly revision: Revision
  /** The value that the `context` option of `createServer` returned for this request. */
  readonly app: App
  /** Absent where nobody is authenticated: on stdio, in memory, without `auth`. */
  readonly principal?: Principal | undefined
  /** The client as it describes itself. Its name is only for display: do not decide anything on it. */
  readonly client: Peer
  readonly request: {
    readonly id: string | number
    readonly method: string
    /** The `_meta` of the request; empty if there was none. */
    readonly meta: Readonly<Record<string, unknown>>
    /** HTTP only, and with `auth` only those that carry no credentials. */
    readonly headers?: Headers | undefined
  }
  /**
   * Sends a log message to this client, if it asked for that level. `data` is any JSON value. Deprecated by the protocol.
   *
   * spec: server/utilities/logging#log-message-notifications
   */
  readonly log: Readonly<Record<LogLevel, (data: unknown) => void>>
}

/** Options of an input request. */
export interface InputRequestOptions {
  /**
   * A text that distinguishes the request from an equal one made at the same time. Repeated uses of a key get a number.
   * Default: derived from the request.
   */
  readonly key?: string | undefined
  /**
   * Gets the progress that the client reports while it answers, rising, none after the answer. Each report gives the client
   * `limits.questionMs` again, up to `limits.maxQuestionMs` in all. Never called at 2026-07-28 and in tasks, where the
   * client gets no request of its own to report on. What it throws is logged.
   *
   * spec: 2025-11-25 basic/utilities/progress#progress-flow
   */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** The kinds of input that a handler can ask for. `elicit` is a form, `elicitUrl` a page to open. */
export type InputKind = 'elicit' | 'elicitUrl' | 'sample' | 'sampleTools' | 'roots'

/**
 * The context that a tool's `run`, a resource's `read` and a prompt's `get` receive. Annotate the parameter as
 * `Context<App>` to use `ctx.app`.
 *
 * Questions are plain awaits in every revision. At 2026-07-28 the handler runs again from the top for each round of
 * answers, and questions already answered return at once: keep what comes before a question free of side effects, or wrap
 * it in `once`.
 *
 * A question rejects
 * - with `CapabilityMissing` when the client did not declare what it takes;
 * - with `Suspended` when the run is over: its round is on its way, or the handler has ended;
 * - with the `RpcError` of a legacy client that refuses it;
 * - with an `OmniportError`: `timeout` when nobody answers in time, `closed` when the client is gone, `limit` for too many
 *   questions or rounds, `invalid_result` for what is no answer, `unsupported` where none can reach the client;
 * - with a `TypeError` for what cannot be asked.
 *
 * An error of these that the handler does not catch ends its call with a text that the client may read.
 */
export interface Context<App = unknown> extends RequestContext<App> {
  /** Reports progress if the caller asked for it. `done` must rise. spec: basic/patterns/progress#behavior-requirements */
  progress(done: number, total?: number, message?: string): void
  /** True if this client declared the capability that the input needs. */
  can(kind: InputKind): boolean
  /**
   * Asks the person for the fields of a flat schema: strings, numbers, booleans, and lists of choices. The answer is
   * validated before it is returned. Never for secrets: use `elicitUrl`.
   *
   * spec: client/elicitation#form-mode-elicitation-requests
   */
  // biome-ignore lint/suspicious/noExplicitAny: the input of a schema is a contravariant position
  elicit<S extends Schema<any, FormValues> | JsonSchema>(
    message: string,
    schema: S,
    options?: InputRequestOptions,
  ): Promise<ElicitAnswer<Output<S>>>
  /**
   * Asks the person to open a page. `accept` is consent to open it, not that what happens there is done. A function gets
   * the id of the question, the same in every round.
   *
   * spec: client/elicitation#url-mode-elicitation-requests
   */
  elicitUrl(
    message: string,
    url: string | ((id: string) => string),
    options?: InputRequestOptions,
  ): Promise<{ readonly action: ElicitAction; readonly id: string }>
  /** Asks the client's model. Deprecated by the protocol. spec: client/sampling#creating-messages */
  sample(params: SampleParams & { readonly tools?: undefined }, options?: InputRequestOptions): Promise<SampleResult>
  /**
   * With `tools` the model may also ask for one of them, which the handler then runs. Deprecated by the protocol.
   *
   * spec: client/sampling#sampling-with-tools
   */
  sample(params: SampleParams, options?: InputRequestOptions): Promise<SampleResult<SampleContent>>
  /** Asks where the server may work. Deprecated by the protocol. spec: client/roots#listing-roots */
  roots(): Promise<readonly Root[]>
  /**
   * Runs a side effect once within a chain of rounds, and returns its value again in later ones. The value travels as JSON;
   * one that JSON would change is a `TypeError`. A throw is not recorded. Asking inside it is an error. A client that loses
   * an answer may start a new chain: hand `idempotencyKey` to whatever is paid or written.
   */
  once<T>(name: string, fn: (sideEffect: { readonly idempotencyKey: string }) => T | Promise<T>): Promise<T>
  /**
   * Ends the HTTP response and lets the client come back for the rest, after `retryMs`: one second by default. Sessions of
   * 2025-11-25 only; nothing elsewhere.
   */
  disconnect(options?: { readonly retryMs?: number | undefined }): void
}
