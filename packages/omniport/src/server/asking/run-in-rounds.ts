import type { InputRequired } from '../../protocol/input-required.js'
import { randomId } from '../../protocol/random-id.js'
import { isSuspended } from '../definitions/suspended.js'
import type { Entry } from '../entry.js'
import type { Call } from '../run-handler.js'
import type { AnswerRoad } from './answer-road.js'
import { QuestionFailure } from './question-failure.js'
import { retryOf } from './retry.js'
import { emptyJournal } from './round-journal.js'
import { RoundRoad } from './round-road.js'

/**
 * Runs a handler for a modern client: gives what it gives, or, as soon as it needs answers, the questions to the client.
 * What it does after that has no effect but to release what it holds.
 */
export async function runInRounds<T>(
  entry: Entry,
  call: Call,
  run: (createRoad: () => AnswerRoad, isRerun: boolean) => Promise<T>,
): Promise<T | InputRequired> {
  const retry = retryOf(call.exchange)
  if (retry?.state !== undefined) await call.rounds.accept(retry.state, entry)
  return new Promise((resolve, reject) => {
    let road: RoundRoad | undefined
    let isOver = false
    const createRoad = () => {
      const { limits, runtime } = entry.home
      const chain = retry?.state?.chain ?? randomId(runtime, 16)
      road = new RoundRoad({
        journal: retry?.state?.journal ?? emptyJournal,
        responses: retry?.responses ?? new Map(),
        chain,
        limits,
        runtime,
        onRound: (round) => {
          isOver = true
          const { message, exchange } = call
          resolve(call.rounds.seal(round, { entry, message, exchange, retry, chain }))
        },
        onFailure: (error) => {
          isOver = true
          reject(error)
        },
      })
      return road
    }
    const handled = run(createRoad, retry?.state !== undefined).finally(() => road?.finish())
    handled.then(resolve, reject)
    void handled.then(
      () => isOver && warnSwallowed(entry),
      (reason: unknown) => isOver && reportLate(entry, reason),
    )
  })
}

/** A run that ends as if it had its answers caught what should have ended it. */
function warnSwallowed({ name, home }: Entry): void {
  home.logger.warn(
    `${name} caught what ends a call that waits for answers, and went on: if (isSuspended(error)) throw error`,
  )
}

function reportLate({ name, home }: Entry, reason: unknown): void {
  if (isSuspended(reason) || reason instanceof QuestionFailure) return
  home.logger.error(`${name} failed after its questions were sent`, { error: reason })
}
