import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { Entry } from '../definitions/entry.js'
import type { InputRequester } from '../input/input-requester.js'
import type { LazyInputService } from '../input/lazy-input-service.js'
import { runWithRoundTrips } from '../input/round-trips/run-with-round-trips.js'
import { HandlerScope, type HandlerScopeRequest } from './handler-scope.js'

/** One request for one definition. */
export interface HandlerRequest extends HandlerScopeRequest {
  /** That of the server that serves it. */
  readonly input: LazyInputService
  /** How its questions get their answers, where that does not follow from the revision. */
  readonly requester?: InputRequester | undefined
}

/** A handler to run: `app` is what the server's `context` gave. */
export interface HandlerRun<T> {
  readonly entry: Entry
  readonly call: HandlerRequest
  readonly app: unknown
  readonly fn: (scope: HandlerScope) => MaybePromise<T>
}

/**
 * Runs `fn` with the context of `entry`, and ends that context however `fn` ends. Gives `InputRequired` in the place of
 * what `fn` gives when a modern client has to be asked first.
 */
export function runHandler<T>(
  entry: Entry,
  call: HandlerRequest,
  fn: (scope: HandlerScope) => MaybePromise<T>,
): MaybePromise<T | InputRequired> {
  const { context } = entry.services
  if (context === undefined) return runWithRequester({ entry, call, app: undefined, fn })
  return andThen(context(call.exchange), (app) => runWithRequester({ entry, call, app, fn }))
}

function runWithRequester<T>(run: HandlerRun<T>): MaybePromise<T | InputRequired> {
  const { entry, call, app, fn } = run
  const { requester, exchange } = call
  if (requester !== undefined) {
    const scope = new HandlerScope(entry, call, {
      app,
      requesters: { requester, signal: requester.signal, createRequester: () => requester },
    })
    if (requester.isReplaying) scope.useRequester(requester)
    return scope.run(fn)
  }
  return isLegacy(exchange.revision) ? new HandlerScope(entry, call, { app }).run(fn) : runWithRoundTrips(run)
}
