import type { Clock } from '../../async/runtime/clock.js'
import type { Runtime } from '../../async/runtime/runtime.js'
import type { AuthOptions } from '../../auth/client/auth-options.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { InputHandlers } from '../input/input-handlers.js'
import { type OpenInputRequest, OpenInputRequests } from '../input/open-input-requests.js'

export interface ClientAuthorization {
  readonly options: AuthOptions
  /** Its timers go on while the client gets credentials. */
  readonly runtime: Runtime
  /** Runs work that may wait for the user, and pauses the timers of everything else meanwhile. */
  withTimeoutsPaused<T>(work: () => Promise<T>): Promise<T>
}

export interface ClientAuthorizationContext {
  readonly runtime: Runtime
  readonly limits: Limits
  readonly inputHandlers: InputHandlers
}

/** Pauses the timers of one client while the user authorizes it, so that a slow user does not look like a slow server. */
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

  /** Requests with pausable timeouts pause as well, as they do for an input request of the server. */
  withTimeoutsPaused<T>(work: () => Promise<T>): Promise<T> {
    const tracking = { cause: undefined, signal: new AbortController().signal }
    return this.#openRequests.track(() => this.#inputHandlers.openRequests.track(work, tracking), tracking)
  }
}

/** Calls `fn` after `ms` without an open input request, unless the returned function is called first. */
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
