import type { Progress } from '../protocol/exchange/exchange.js'
import type { Meta } from '../protocol/model/meta.js'

/** How to ask a server, and how long to wait for its answer. */
export interface CallOptions {
  /** Aborting it cancels the request and rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  /** Restarted by progress. Default: `timeoutMs` of `connect`. */
  readonly timeoutMs?: number | undefined
  /** Whatever progress is reported. Default: `maxTimeoutMs` of `connect`; once a call goes on as a task, none. */
  readonly maxTimeoutMs?: number | undefined
  /** Asks for progress, and gets it. spec: basic/patterns/progress */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Added to the `_meta` of the request. */
  readonly meta?: Meta | undefined
}

/** How to ask for what may be kept: lists, and the contents of resources. */
export interface ListOptions extends CallOptions {
  /** Asks the server even where what was kept is fresh. Default: false. */
  readonly fresh?: boolean | undefined
}
