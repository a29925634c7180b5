import type { Progress } from '../protocol/exchange/exchange.js'
import type { Meta } from '../protocol/model/meta.js'

/** Options of one request. */
export interface CallOptions {
  /** Aborting it cancels the request and rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Time limit for the result, with all round trips; progress, and answers of the user, restart it. The time in which the user is
   * asked does not count. Default: `timeoutMs` of `connect`.
   */
  readonly timeoutMs?: number | undefined
  /** Time limit in spite of progress and answers. Default: `maxTimeoutMs` of `connect`; none once the call runs as a task. */
  readonly maxTimeoutMs?: number | undefined
  /** Asks the server for progress, and gets it. spec: basic/patterns/progress */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Added to the `_meta` of the request. */
  readonly meta?: Meta | undefined
}

/** Options of a call of a tool. */
export interface ToolCallOptions extends CallOptions {
  /**
   * False: the result is not checked against the output schema that the tool declares, and a tool whose output schema cannot
   * be checked may be called. **The risk**: `structuredContent` may be anything. It has no effect with `output`. Default: true.
   */
  readonly validateOutput?: boolean | undefined
}

/** Options of requests whose results may be cached: lists, and the contents of resources. */
export interface ListOptions extends CallOptions {
  /** True: asks the server even if a cached result is fresh. Default: false. */
  readonly fresh?: boolean | undefined
}
