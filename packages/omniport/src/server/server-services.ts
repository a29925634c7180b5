import type { Logger } from '../async/runtime/logger.js'
import type { Runtime } from '../async/runtime/runtime.js'
import type { Exchange, Middleware } from '../protocol/exchange/exchange.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import type { Limits } from '../protocol/limits/limits.js'
import type { MemoryBudgets } from '../protocol/limits/memory-budgets.js'
import type { CacheHints } from '../protocol/model/results.js'
import type { LazyInputService } from './input/lazy-input-service.js'
import type { LateParts } from './late-parts.js'
import type { ErrorTexts } from './requests/error-text.js'
import type { RateLimits } from './requests/rate-limits.js'

/**
 * The services of the server that a definition was given to. A mounted definition runs with the context, middleware and
 * logger of the server it came from.
 */
export interface ServerServices extends LateParts {
  readonly info: Implementation
  readonly context: ((exchange: Exchange) => unknown) | undefined
  readonly middleware: () => readonly Middleware[]
  readonly hints: CacheHints
  readonly limits: Limits
  readonly budgets: MemoryBudgets
  /** Undefined: without limits. */
  readonly rates: RateLimits
  readonly logger: Logger
  /** For patterns of schema libraries that may take exponential time, where that cannot be prevented. */
  readonly unsafePatterns: 'warn' | 'refuse'
  readonly errors: ErrorTexts
  readonly runtime: Runtime
  readonly input: LazyInputService
  readonly onUrlElicitation: (id: string, exchange: Exchange) => void
  /** Aborts when the server gives up waiting for handlers at its end. */
  readonly signal: AbortSignal
}
