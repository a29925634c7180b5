import type { Exchange, Middleware } from '../protocol/exchange.js'
import type { Limits } from '../protocol/limits.js'
import type { Logger } from '../protocol/logger.js'
import type { CacheHints } from '../protocol/model/results.js'
import type { Implementation } from '../protocol/peer.js'
import type { Runtime } from '../protocol/runtime.js'
import type { LazyInputService } from './asking/late-asking.js'
import type { RateLimits } from './rate-limits.js'

/**
 * The server a definition was given to. A mounted definition keeps its home: it runs with the context, middleware and
 * logger of the server it came from.
 */
export interface ServerServices {
  readonly info: Implementation
  readonly context: ((exchange: Exchange) => unknown) | undefined
  /** In force now, outermost first. */
  readonly middleware: () => readonly Middleware[]
  readonly hints: CacheHints
  readonly limits: Limits
  /** Undefined: there are none. */
  readonly rates: RateLimits | undefined
  readonly logger: Logger
  readonly runtime: Runtime
  readonly input: LazyInputService
  /** Hears of a page that a person is asked to open. */
  readonly onUrlElicitation: (id: string, exchange: Exchange) => void
  /** Aborts when the server gives up waiting for handlers at its end. */
  readonly signal: AbortSignal
}
