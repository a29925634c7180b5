import { andThen } from '../../../async/maybe-promise.js'
import { randomId } from '../../../async/runtime/random-id.js'
import { withoutMark } from '../../requests/thrown-by-handler.js'
import { ignoreSuspensionRejections } from '../ignore-suspension-rejections.js'
import { InputFailure } from '../input-failure.js'
import type { InputRequester } from '../input-requester.js'
import { isSuspended } from '../suspended.js'
import { emptyHistory } from './request-state.js'
import { type RoundTrip, RoundTripInputRequester } from './round-trip-input-requester.js'
import type { RoundTripRun } from './round-trip-run.js'

/** The questions of one run of a handler. Most handlers ask none. */
export class RoundTripRequests {
  readonly requester: InputRequester
  readonly #run: RoundTripRun

  constructor(run: RoundTripRun) {
    this.#run = run
    this.requester = this.#createRequester()
  }

  /** Settles when a run has ended, or after two turns of the event loop: the client may send the retry at once. */
  async released(result: Promise<unknown>): Promise<void> {
    const { runtime } = this.#run.origin.entry.services
    const turns = new Promise<void>((resolve) => runtime.defer(() => runtime.defer(resolve)))
    await Promise.race([turns, result.catch(() => {})])
  }

  /** Logs what a handler threw after its questions were sent. */
  reportLate(thrown: unknown): void {
    const { name, services } = this.#run.origin.entry
    const reason = withoutMark(thrown)
    if (isSuspended(reason) || reason instanceof InputFailure) return
    services.logger.error(`${name} failed after its questions were sent`, { error: reason })
  }

  warnSwallowed(): void {
    const { entry, call } = this.#run.origin
    void andThen(call.input.load(), ({ roundTrips }) => roundTrips.warnSwallowed(entry))
  }

  #createRequester(): InputRequester {
    const { origin, retry, ending } = this.#run
    const { entry, call } = origin
    const { limits, runtime } = entry.services
    const { state, responses } = retry
    const correlationId = state?.correlationId ?? randomId(runtime, 16)
    return new RoundTripInputRequester({
      history: state?.history ?? emptyHistory,
      responses,
      correlationId,
      ending,
      isLast: call.input.isLast(state?.round ?? 0),
      limits,
      runtime,
      signals: () => [call.exchange.signal, call.ending],
      consume: async () => (await call.input.load()).roundTrips.consume(state, entry),
      prepare: (round) => this.#prepare(round, correlationId),
      onSuspended: () => this.#run.events?.onSuspended(),
      onFailure: (error) => this.#run.events?.onFailure(error),
      onEndless: () => this.warnSwallowed(),
    })
  }

  async #prepare(round: RoundTrip, correlationId: string): Promise<void> {
    const { origin, retry, scope } = this.#run
    this.#run.over = 'asked'
    ignoreSuspensionRejections()
    scope.finish()
    const { entry, call } = origin
    const { message, exchange } = call
    const { roundTrips } = await call.input.load()
    this.#run.inputRequired = await roundTrips.seal(round, { entry, message, exchange, retry, correlationId })
  }
}
