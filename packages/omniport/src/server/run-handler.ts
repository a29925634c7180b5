import { andThen, isPromise, type MaybePromise } from '../jsonrpc/maybe-promise.js'
import type { RpcRequest } from '../jsonrpc/messages.js'
import type { Exchange, Progress } from '../protocol/exchange.js'
import type { InputRequired } from '../protocol/input-required.js'
import { isLegacy } from '../protocol/profile.js'
import type { AnswerRoad } from './asking/answer-road.js'
import { LegacyRoad } from './asking/legacy-road.js'
import type { Rounds } from './asking/rounds.js'
import { runInRounds } from './asking/run-in-rounds.js'
import type { Entry } from './entry.js'
import { HandlerScope } from './handler-scope.js'

/** One request for one definition. */
export interface Call {
  readonly message: RpcRequest
  readonly exchange: Exchange
  /** Aborts when the server that serves it gives up waiting for handlers at its end. */
  readonly ending: AbortSignal
  /** Carries questions to modern clients and back. */
  readonly rounds: Rounds
  /** How its questions get their answers, where that does not follow from the revision. */
  readonly road?: AnswerRoad | undefined
  /** Hears of all progress, also where the caller did not ask for it. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** A handler that runs, with its context. */
export interface HandlerRun<T> {
  readonly scope: HandlerScope
  readonly result: MaybePromise<T>
}

/**
 * Runs `fn` with the context of `entry`, and ends that context however `fn` ends. Gives `InputRequired` in the place of
 * what `fn` gives when a modern client has to be asked first.
 */
export function runHandler<T>(
  entry: Entry,
  call: Call,
  fn: (scope: HandlerScope) => MaybePromise<T>,
): MaybePromise<T | InputRequired> {
  return andThen(entry.home.context?.(call.exchange), (app) => runWith(app, { entry, call, fn }))
}

interface Runnable<T> {
  readonly entry: Entry
  readonly call: Call
  readonly fn: (scope: HandlerScope) => MaybePromise<T>
}

function runWith<T>(app: unknown, { entry, call, fn }: Runnable<T>): MaybePromise<T | InputRequired> {
  const { name, home } = entry
  const start = (createRoad: () => AnswerRoad, isRerun = false): HandlerRun<T> => {
    const { message, exchange, ending, onProgress } = call
    const scope = new HandlerScope({ name, home, app, createRoad, isRerun, message, exchange, ending, onProgress })
    return { scope, result: run(scope, fn) }
  }
  const { road, exchange } = call
  if (road !== undefined) return start(() => road, road.isReplaying).result
  if (!isLegacy(exchange.revision)) return runInRounds(entry, call, start)
  return start(() => createLegacyRoad(entry, call)).result
}

function run<T>(scope: HandlerScope, fn: (scope: HandlerScope) => MaybePromise<T>): MaybePromise<T> {
  let result: MaybePromise<T>
  try {
    result = fn(scope)
  } catch (reason) {
    const explained = scope.explain(reason)
    scope.finish()
    throw explained
  }
  if (isPromise(result)) return runOn(scope, result)
  scope.finish()
  return result
}

async function runOn<T>(scope: HandlerScope, result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (reason) {
    throw scope.explain(reason)
  } finally {
    scope.finish()
  }
}

function createLegacyRoad({ home }: Entry, { exchange, ending }: Call): AnswerRoad {
  const { limits, runtime } = home
  return new LegacyRoad({ exchange, ending, limits, runtime })
}
