import { isPromise, type MaybePromise } from '../../jsonrpc/maybe-promise.js'
import type { InputRequired } from '../../protocol/input-required.js'
import { randomId } from '../../protocol/random-id.js'
import type { Runtime } from '../../protocol/runtime.js'
import { isSuspended } from '../definitions/suspended.js'
import type { Entry } from '../entry.js'
import type { Call, HandlerRun } from '../run-handler.js'
import { allowSuspensions } from './allow-suspensions.js'
import type { AnswerRoad } from './answer-road.js'
import { isRetry } from './begin-round.js'
import { QuestionFailure } from './question-failure.js'
import { type Retry, retryOf } from './retry.js'
import { emptyJournal } from './round-journal.js'
import { type Round, RoundRoad, type RoundRoadOptions } from './round-road.js'

/** Starts a run of a handler. */
type Start<T> = (createRoad: () => AnswerRoad, isRerun: boolean) => HandlerRun<T>

/** Of a request that brought nothing. */
const first: Retry = { state: undefined, responses: new Map() }

/**
 * Runs a handler for a modern client: gives what it gives, or, as soon as it needs answers, the questions to the client.
 * What it does after that has no effect but to release what it holds.
 */
export function runInRounds<T>(entry: Entry, call: Call, start: Start<T>): MaybePromise<T | InputRequired> {
  const brought = isRetry(call.message, call.exchange) ? retryOf(call.exchange) : undefined
  if (brought === undefined) return runRound(start, { entry, call, retry: first })
  return call.rounds.accept(brought, entry).then((retry) => runRound(start, { entry, call, retry }))
}

/** What one run of a handler is part of. */
interface RoundSite {
  readonly entry: Entry
  readonly call: Call
  readonly retry: Retry
}

/** A road does nothing before the handler waits for something: a result that is there at once is the result. */
function runRound<T>(start: Start<T>, site: RoundSite): MaybePromise<T | InputRequired> {
  const { entry, call, retry } = site
  let events: RoundEvents | undefined
  const createRoad = () => new RoundRoad(roadOptions(site, () => events as RoundEvents)) // there when the handler waits
  const { scope, result } = start(createRoad, retry.state !== undefined)
  if (!isPromise(result)) return result
  return new Promise((resolve, reject) => {
    let over: 'asked' | 'failed' | undefined
    let asked: InputRequired | undefined
    events = {
      prepare: async (round, chain) => {
        over = 'asked'
        allowSuspensions()
        scope.finish()
        const { message, exchange } = call
        asked = await call.rounds.seal(round, { entry, message, exchange, retry, chain })
      },
      // `prepare` made it: the road calls one after the other.
      onSuspended: () => void released(result, entry.home.runtime).then(() => resolve(asked as InputRequired)),
      onFailure: (error) => {
        over = 'failed'
        scope.finish()
        reject(error)
      },
    }
    result.then(
      (value) => {
        if (over === undefined) resolve(value)
        if (over === 'asked') call.rounds.warnSwallowed(entry)
      },
      (reason: unknown) => {
        if (over === undefined) reject(reason)
        else reportLate(entry, reason)
      },
    )
  })
}

/** What becomes of a run that asks. */
interface RoundEvents extends Pick<RoundRoadOptions, 'onSuspended' | 'onFailure'> {
  readonly prepare: (round: Round, chain: string) => Promise<void>
}

/** Settles when a run has let go of what it holds, or has had two turns to do so: the client may come back at once. */
async function released(result: Promise<unknown>, runtime: Runtime): Promise<void> {
  const turns = new Promise<void>((resolve) => runtime.defer(() => runtime.defer(resolve)))
  await Promise.race([turns, result.catch(() => {})])
}

function roadOptions({ entry, call, retry }: RoundSite, events: () => RoundEvents): RoundRoadOptions {
  const { exchange, ending, rounds } = call
  const { limits, runtime } = entry.home
  const { state, responses } = retry
  const chain = state?.chain ?? randomId(runtime, 16)
  return {
    journal: state?.journal ?? emptyJournal,
    responses,
    chain,
    isLast: rounds.isLast(retry),
    limits,
    runtime,
    signals: () => [exchange.signal, ending],
    spend: () => rounds.spend(state, entry),
    prepare: (round) => events().prepare(round, chain),
    onSuspended: () => events().onSuspended(),
    onFailure: (error) => events().onFailure(error),
    onEndless: () => rounds.warnSwallowed(entry),
  }
}

function reportLate({ name, home }: Entry, reason: unknown): void {
  if (isSuspended(reason) || reason instanceof QuestionFailure) return
  home.logger.error(`${name} failed after its questions were sent`, { error: reason })
}
