import type { InputRequired } from '../../protocol/input-required.js'
import { randomId } from '../../protocol/random-id.js'
import type { Runtime } from '../../protocol/runtime.js'
import { isSuspended } from '../definitions/suspended.js'
import type { Entry } from '../entry.js'
import type { Call, HandlerRun } from '../run-handler.js'
import { allowSuspensions } from './allow-suspensions.js'
import type { AnswerRoad } from './answer-road.js'
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
export async function runInRounds<T>(entry: Entry, call: Call, start: Start<T>): Promise<T | InputRequired> {
  const brought = retryOf(call.exchange)
  const retry = brought === undefined ? first : await call.rounds.accept(brought, entry)
  return new Promise((resolve, reject) => {
    let over: 'asked' | 'failed' | undefined
    let asked: InputRequired | undefined
    const events: RoundEvents = {
      prepare: async (round, chain) => {
        over = 'asked'
        allowSuspensions()
        run.scope.finish()
        const { message, exchange } = call
        asked = await call.rounds.seal(round, { entry, message, exchange, retry, chain })
      },
      // `prepare` made it: the road calls one after the other.
      onSuspended: () => void released(run.result, entry.home.runtime).then(() => resolve(asked as InputRequired)),
      onFailure: (error) => {
        over = 'failed'
        run.scope.finish()
        reject(error)
      },
    }
    const createRoad = () => new RoundRoad(roadOptions(entry, call, { retry, events }))
    const run = start(createRoad, retry.state !== undefined)
    run.result.then(
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

function roadOptions(
  entry: Entry,
  { exchange, ending, rounds }: Call,
  { retry, events }: { readonly retry: Retry; readonly events: RoundEvents },
): RoundRoadOptions {
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
    prepare: (round) => events.prepare(round, chain),
    onSuspended: events.onSuspended,
    onFailure: events.onFailure,
    onEndless: () => rounds.warnSwallowed(entry),
  }
}

function reportLate({ name, home }: Entry, reason: unknown): void {
  if (isSuspended(reason) || reason instanceof QuestionFailure) return
  home.logger.error(`${name} failed after its questions were sent`, { error: reason })
}
