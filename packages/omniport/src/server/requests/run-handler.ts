import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { InputRequired } from '../../protocol/results/input-required.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { Entry } from '../definitions/entry.js'
import type { InputRequester } from '../input/input-requester.js'
import type { LazyInputService } from '../input/lazy-input-service.js'
import type { RetryPayload } from '../input/round-trips/retry-payload.js'
import { openRoundTripScope } from '../input/round-trips/round-trip-run.js'
import { HandlerScope, type HandlerScopeRequest } from './handler-scope.js'

export interface HandlerRequest<P extends RpcParams = RpcParams> extends HandlerScopeRequest {
  /** The parameters as the check of the method asserts them. */
  readonly params: P
  readonly input: LazyInputService
  /** Present for a request that answers an earlier round. */
  readonly retry?: RetryPayload | undefined
  /** Sends the input requests of the handler. Default: the requester of the revision. */
  readonly requester?: InputRequester | undefined
}

/** One way to run the code of a definition. Its functions get what they need, so that one object serves all requests. */
export interface Handler<E extends Entry, C extends HandlerRequest, T> {
  run(entry: E, call: C, scope: HandlerScope): MaybePromise<T>
  /** Converts what `run` throws: to a result, or to the error to throw instead. */
  fail(reason: unknown, entry: E, call: C): MaybePromise<T>
}

/**
 * Runs `handler` with a context, and ends that context however `run` ends. Gives `InputRequired` instead of a result when a
 * modern client must be asked first.
 */
export function runHandler<E extends Entry, C extends HandlerRequest, T>(
  entry: E,
  call: C,
  handler: Handler<E, C, T>,
): MaybePromise<T | InputRequired> {
  try {
    const scope = openScope(entry, call)
    const result = isPromise(scope) ? runLater(scope, { entry, call, handler }) : scope.run(handler, entry, call)
    return isPromise(result) ? catchLater(result, { entry, call, handler }) : result
  } catch (reason) {
    return handler.fail(reason, entry, call)
  }
}

interface HandlerRun<E extends Entry, C extends HandlerRequest, T> {
  readonly entry: E
  readonly call: C
  readonly handler: Handler<E, C, T>
}

function runLater<E extends Entry, C extends HandlerRequest, T>(
  scope: Promise<HandlerScope>,
  { entry, call, handler }: HandlerRun<E, C, T>,
): Promise<T | InputRequired> {
  return scope.then((opened) => opened.run(handler, entry, call))
}

function catchLater<E extends Entry, C extends HandlerRequest, T>(
  result: Promise<T | InputRequired>,
  { entry, call, handler }: HandlerRun<E, C, T>,
): Promise<T | InputRequired> {
  return result.catch((reason: unknown) => handler.fail(reason, entry, call))
}

function openScope(entry: Entry, call: HandlerRequest): MaybePromise<HandlerScope> {
  const { context } = entry.services
  if (context === undefined) return createScope(undefined, { entry, call })
  return andThen(context(call.exchange), createScope, { entry, call })
}

/** `app` is what the server's `context` returned. */
function createScope(
  app: unknown,
  { entry, call }: { readonly entry: Entry; readonly call: HandlerRequest },
): MaybePromise<HandlerScope> {
  const { requester, exchange } = call
  if (requester === undefined) {
    return isLegacy(exchange.revision)
      ? new HandlerScope(entry, call, { app })
      : openRoundTripScope({ entry, call, app })
  }
  const requesters = { requester, signal: requester.signal, createRequester: () => requester }
  const scope = new HandlerScope(entry, call, { app, requesters })
  if (requester.isReplaying) scope.useRequester(requester)
  return scope
}
