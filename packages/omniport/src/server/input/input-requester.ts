import type { InputRequest } from '../../protocol/model/input-request.js'

/**
 * How the questions of one run of a handler get their answers: as requests to a legacy client, by rounds, or through a
 * task. A road is told keys that are unique within the run.
 */
export interface InputRequester {
  /** Answers of earlier runs are still unread: what the handler does now it did before. */
  readonly isReplaying: boolean
  /** Aborts with `Suspended` when the questions of this run are on their way. Absent: that never happens. */
  readonly signal?: AbortSignal | undefined
  /** Gets an answer that `question.read` accepts. Rejects with `Suspended`, `RpcError` or `OmniportError`. */
  request<T>(question: KeyedInputRequest<T>): Promise<T>
  /**
   * The value of a side effect: `run` is called if an earlier run did not keep one under `key`. The value is JSON, or
   * undefined; a rejection is not kept.
   */
  once(key: string, run: (correlationId: string) => Promise<unknown>): Promise<unknown>
  /** The handler is done: whatever it left open is over. */
  finish?(): void
}

/** One question of a run. */
export interface KeyedInputRequest<T> {
  readonly key: string
  /** In newest shape. */
  readonly request: InputRequest
  readonly read: (answer: unknown) => Promise<ParsedAnswer<T>>
  /** The question after an answer that was not sufficient. Absent: the same. */
  readonly again?: ((problem: string) => InputRequest) | undefined
}

/**
 * What an answer came to: `malformed` has no shape of an answer, `insufficient` does not fit what was asked for. `stored` is
 * what the answer said, as JSON, for later runs to read; nothing else of it is worth keeping.
 */
export type ParsedAnswer<T> =
  | { readonly type: 'value'; readonly value: T; readonly stored: unknown }
  | { readonly type: 'malformed' | 'insufficient'; readonly problem: string }
