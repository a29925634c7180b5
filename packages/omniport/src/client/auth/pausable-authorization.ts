import type { Clock } from '../../async/runtime/clock.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { InputHandlers } from '../input/input-handlers.js'
import { type OpenInputRequest, OpenInputRequests } from '../input/open-input-requests.js'

/** What credentials are got with. */
export interface ClientAuthorization {
  readonly options: AuthOptions
  /** Its timers run while credentials are got. */
  readonly runtime: Runtime
  /** Runs what may take as long as a person does; the timers of everything else stand still meanwhile. */
  withTimersPaused<T>(work: () => Promise<T>): Promise<T>
}

/** What it depends on. */
export interface ClientAuthorizationContext {
  readonly runtime: Runtime
  readonly limits: Limits
  readonly inputHandlers: InputHandlers
}

/** Has time stand still for one client while its credentials are got: a slow person does not make a slow server. */
export class PausableAuthorization implements ClientAuthorization {
  readonly options: AuthOptions
  readonly runtime: Runtime
  readonly pausableRuntime: Runtime
  readonly #inputHandlers: InputHandlers
  readonly #openRequests: OpenInputRequests

  constructor(options: AuthOptions, { runtime, limits, inputHandlers }: ClientAuthorizationContext) {
    const questionMs = Math.max(limits.questionMs, options.personMs ?? 0)
    this.options = options
    this.runtime = runtime
    this.#inputHandlers = inputHandlers
    this.#openRequests = new OpenInputRequests({ clock: runtime, questionMs })
    this.pausableRuntime = {
      now: () => runtime.now(),
      after: pausableTimer(this.#openRequests, runtime),
      randomBytes: (length) => runtime.randomBytes(length),
      defer: (fn) => runtime.defer(fn),
    }
  }

  /** Calls that count their own time are told as if a server asked something. */
  withTimersPaused<T>(work: () => Promise<T>): Promise<T> {
    const tracking = { cause: undefined, signal: new AbortController().signal }
    return this.#openRequests.track(() => this.#inputHandlers.openRequests.track(work, tracking), tracking)
  }
}

/**
 * Calls `fn` once, after `ms` milliseconds in which no question was open, unless the returned function is called first. Made for
 * times that a question of anybody holds.
 */
function pausableTimer(openRequests: OpenInputRequests, clock: Clock): Clock['after'] {
  return (ms, fn, options) => {
    const pausing = new Set<OpenInputRequest>()
    let leftMs = ms
    let sinceMs = clock.now()
    let stop = () => {}
    let stopWatching = () => {}
    const run = () => {
      sinceMs = clock.now()
      stop = clock.after(Math.max(0, leftMs), fire, options)
    }
    const fire = () => {
      stopWatching()
      fn()
    }
    run()
    stopWatching = openRequests.listen({
      onOpen: (request) => {
        pausing.add(request)
        if (pausing.size > 1) return
        stop()
        leftMs -= clock.now() - sinceMs
      },
      onClose: (request) => {
        if (pausing.delete(request) && pausing.size === 0) run()
      },
    })
    return () => {
      stop()
      stopWatching()
    }
  }
}
