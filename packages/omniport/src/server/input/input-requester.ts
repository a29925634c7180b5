import type { Progress } from '../../protocol/exchange/exchange.js'
import type { InputRequest } from '../../protocol/model/input-request.js'

/**
 * Sends the input requests of one run of a handler and returns their answers: as requests to a legacy client, by round
 * trips, or through a task. Keys are unique within the run.
 */
export interface InputRequester {
  /** True while the handler repeats steps of an earlier run, whose answers are still unread. */
  readonly isReplaying: boolean
  /** Aborts with `Suspended` when the input requests of this run are on their way. Absent: that never happens. */
  readonly signal?: AbortSignal | undefined
  /** Gets an answer that `question.read` accepts. Rejects with `Suspended`, `RpcError` or `OmniportError`. */
  request<T>(question: KeyedInputRequest<T>): Promise<T>
  /**
   * Gives the value of a side effect. `run` is called unless an earlier run stored a value under `key`. The value is
   * JSON or undefined; a rejection is not stored.
   */
  once(key: string, run: (correlationId: string) => Promise<unknown>): Promise<unknown>
  /** Ends the requests that the handler left open. */
  finish?(): void
}

/** One input request of a run. */
export interface KeyedInputRequest<T> {
  readonly key: string
  /** In newest shape. */
  readonly request: InputRequest
  readonly read: (answer: unknown) => Promise<ParsedAnswer<T>>
  /** Creates the request to send after an insufficient answer. Absent: the same. */
  readonly again?: ((problem: string) => InputRequest) | undefined
  /** Gets the progress of a request that is sent as one. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/**
 * The outcome of reading an answer: `malformed` does not have the shape of an answer, `insufficient` does not fit the
 * request. `stored` is the content of the answer as JSON, for later runs to read.
 */
export type ParsedAnswer<T> =
  | { readonly type: 'value'; readonly value: T; readonly stored: unknown }
  | { readonly type: 'malformed' | 'insufficient'; readonly problem: string }
