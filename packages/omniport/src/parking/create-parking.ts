import { consoleLogger, type Logger } from '../async/runtime/logger.js'
import { randomId } from '../async/runtime/random-id.js'
import { defaultRuntime, type Runtime } from '../async/runtime/runtime.js'
import { toDirect, toServe } from '../jsonrpc/serving/direct-serve.js'
import { isRequestMessage } from '../jsonrpc/serving/serve.js'
import type { DirectServe, Middleware } from '../protocol/exchange/exchange.js'
import type { Implementation } from '../protocol/exchange/peer.js'
import { defaultLimits, type Limits } from '../protocol/limits/limits.js'
import { hasRetryParams, inputMethods } from '../protocol/methods/input-methods.js'
import { isLegacy } from '../protocol/revisions/revision-profile.js'
import { LazySealer } from '../sealing/lazy-sealer.js'
import { callEnded } from './call-ended.js'
import { CallExchange } from './call-exchange.js'
import type { ParkingStores } from './nodes/passed-retry.js'
import { RetryReceiver } from './nodes/retry-receiver.js'
import { RetrySender } from './nodes/retry-sender.js'
import { ParkedCalls, type ParkingUsage } from './parked-calls.js'
import { HandleSealer, isParkedHandle } from './parked-handle.js'
import type { ParkingEvent } from './parking-event.js'
import { resumeCall } from './resume-call.js'

export interface ParkingOptions {
  /** The name and version of the server, which results carry. Handles are valid for a server of this name only. */
  readonly info: Implementation
  /** Seal the handles, the first, and open them, all. At least 32 bytes each. Default: a secret of this process. */
  readonly secrets?: readonly string[] | undefined
  /**
   * Shared with the nodes that share `secrets`: retries that reach one of them go on at the node that holds their call. Default:
   * this node is the only one.
   */
  readonly stores?: ParkingStores | undefined
  /** Gets each change of a parked call. It must not throw. */
  readonly onEvent?: ((event: ParkingEvent) => void) | undefined
  readonly limits?: Limits | undefined
  readonly runtime?: Runtime | undefined
  readonly logger?: Logger | undefined
}

export interface ParkCallsOptions {
  /** Whose calls these are, such as the name of an upstream. A handle is valid for the same label only. Default: `''`. */
  readonly label?: string | undefined
  /**
   * What becomes of retries that answer no parked call. `'refuse'`: -32602, since a retry must not begin a call. `'pass'`: the
   * inner `Serve` gets them, for one that has round trips of its own. Default: `'refuse'`.
   */
  readonly otherRetries?: 'refuse' | 'pass' | undefined
}

export interface CloseParkingOptions {
  /** Ends the calls of one label only, after which it may be used again. Default: all, and none may ask after that. */
  readonly label?: string | undefined
  /** The time that parked calls have to be answered before they are cancelled. Default: 0. */
  readonly drainMs?: number | undefined
}

/**
 * Lets a `Serve` ask a modern client in the middle of a call, by `exchange.ask`, as it asks a legacy one. The call waits in
 * this process while its client is asked by `input_required`, and goes on with the answers that the retry brings.
 *
 * spec: basic/patterns/mrtr
 */
export interface Parking {
  /**
   * Creates middleware that parks the calls of the `Serve` inside it. Calls of `tools/call`, `prompts/get` and
   * `resources/read` of a modern client get `exchange.ask`, and an exchange that lives as long as the call; all other
   * messages pass unchanged.
   */
  parkCalls(options?: ParkCallsOptions): Middleware
  readonly usage: ParkingUsage
  /**
   * Cancels the calls that wait for their clients: elicitations are answered with `cancel`, other questions rejected, then the
   * signal of the call aborts. Results that were not fetched are lost. Both are logged. Resolves when the calls have ended, or
   * after `limits.drainMs`.
   */
  close(options?: CloseParkingOptions): Promise<void>
}

/** Creates a parking. Whoever created it closes it. @throws TypeError for secrets that are too short. */
export function createParking(options: ParkingOptions): Parking {
  const { info, secrets, stores, onEvent, limits = defaultLimits } = options
  const { runtime = defaultRuntime, logger = consoleLogger } = options
  const what = 'The states of calls that wait for answers'
  const handles = new HandleSealer(new LazySealer({ secrets, service: info.name, logger, what }), limits)
  const instance = randomId(runtime, 16)
  const calls = new ParkedCalls({ limits, runtime, logger, handles, info, instance, onEvent }, () => receiver?.open())
  const receiver = stores && new RetryReceiver(stores, calls)
  const sender = stores && new RetrySender({ stores, runtime, logger })
  return {
    parkCalls: ({ label = '', otherRetries = 'refuse' } = {}) =>
      createMiddleware({ label, otherRetries, calls, sender }),
    get usage() {
      return calls.usage
    },
    close: async ({ label, drainMs = 0 } = {}) => {
      if (label === undefined) calls.close()
      if (drainMs > 0) await calls.drain(drainMs, label)
      await calls.cancel(label)
      if (label === undefined) receiver?.close()
    },
  }
}

interface MiddlewareOptions {
  readonly label: string
  readonly otherRetries: 'refuse' | 'pass'
  readonly calls: ParkedCalls
  readonly sender: RetrySender | undefined
}

function createMiddleware({ label, otherRetries, calls, sender }: MiddlewareOptions): Middleware {
  return (next) => {
    const inner = toDirect(next)
    const begin: DirectServe = (message, exchange) => {
      if (!isRequestMessage(message)) return inner(message, exchange)
      const call = new CallExchange(message, exchange, { label, calls })
      try {
        return call.follow(inner(message, call))
      } catch (reason) {
        return call.fail(reason)
      }
    }
    return toServe((message, exchange) => {
      const { method, params } = message
      if (!inputMethods.has(method) || isLegacy(exchange.revision)) return inner(message, exchange)
      if (params === undefined || !hasRetryParams(params) || !isRequestMessage(message)) return begin(message, exchange)
      const handle = params['requestState']
      if (isParkedHandle(handle)) return resumeCall({ handle, message, exchange }, { label, calls, sender })
      if (otherRetries === 'pass') return begin(message, exchange)
      throw callEnded()
    })
  }
}
