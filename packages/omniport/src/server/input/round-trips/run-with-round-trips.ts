import { andThen, isPromise, type MaybePromise } from '../../../async/maybe-promise.js'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { InputRequired } from '../../../protocol/results/input-required.js'
import type { Entry } from '../../definitions/entry.js'
import { HandlerScope, type InputRequesterSource } from '../../requests/handler-scope.js'
import type { HandlerRun } from '../../requests/run-handler.js'
import { ignoreSuspensionRejections } from '../ignore-suspension-rejections.js'
import { InputFailure } from '../input-failure.js'
import type { InputRequester } from '../input-requester.js'
import type { InputService } from '../input-service.js'
import { isSuspended } from '../suspended.js'
import { isRetry } from './open-retry.js'
import { emptyHistory } from './request-state.js'
import { type RetryPayload, retryPayloadOf } from './retry-payload.js'
import type { RoundTrip, RoundTripInputRequesterOptions } from './round-trip-input-requester.js'

/** Of a request that brought nothing. */
const noRetry: RetryPayload = { state: undefined, responses: new Map() }

/**
 * Runs a handler for a modern client: gives what it gives, or, as soon as it needs answers, the questions to the client.
 * What it does after that has no effect but to release what it holds.
 */
export function runWithRoundTrips<T>(run: HandlerRun<T>): MaybePromise<T | InputRequired> {
  const { call } = run
  const payload = isRetry(call.message, call.exchange) ? retryPayloadOf(call.exchange) : undefined
  if (payload === undefined) return new RoundTripRun(run, noRetry).start()
  return rerun(run, payload)
}

async function rerun<T>(run: HandlerRun<T>, payload: RetryPayload): Promise<T | InputRequired> {
  const { entry, call } = run
  const { roundTrips } = await call.input.load()
  const input = await entry.services.input.load()
  return new RoundTripRun(run, await roundTrips.accept(payload, entry)).start(input)
}

/** One run of a handler, as part of a request that may take several. */
class RoundTripRun<T> implements InputRequesterSource {
  readonly #run: HandlerRun<T>
  readonly #retry: RetryPayload
  readonly #scope: HandlerScope
  #over: 'asked' | 'failed' | undefined
  #inputRequired: InputRequired | undefined
  #ending: AbortController | undefined
  #events: Pick<RoundTripInputRequesterOptions, 'onSuspended' | 'onFailure'> | undefined

  constructor(run: HandlerRun<T>, retry: RetryPayload) {
    this.#run = run
    this.#retry = retry
    this.#scope = new HandlerScope(run.entry, run.call, { app: run.app, requesters: this })
  }

  /** A road does nothing before the handler waits for something: a result that is there at once is the result. */
  start(input?: InputService): MaybePromise<T | InputRequired> {
    if (input !== undefined && this.#retry.state !== undefined) this.#scope.useRequester(this.createRequester(input))
    const result = this.#scope.run(this.#run.fn)
    return isPromise(result) ? this.#follow(result) : result
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  createRequester(input: InputService): InputRequester {
    const { entry, call } = this.#run
    const { exchange, ending } = call
    const { limits, runtime } = entry.services
    const { state, responses } = this.#retry
    const correlationId = state?.correlationId ?? randomId(runtime, 16)
    return input.createRoundTripRequester({
      history: state?.history ?? emptyHistory,
      responses,
      correlationId,
      ending: this.#end,
      isLast: call.input.isLast(state?.round ?? 0),
      limits,
      runtime,
      signals: () => [exchange.signal, ending],
      consume: async () => (await call.input.load()).roundTrips.consume(state, entry),
      prepare: (round) => this.#prepare(round, correlationId),
      onSuspended: () => this.#events?.onSuspended(),
      onFailure: (error) => this.#events?.onFailure(error),
      onEndless: () => this.#warnSwallowed(),
    })
  }

  /** The handler waits for something: it may be for answers. */
  #follow(result: Promise<T>): Promise<T | InputRequired> {
    const { entry } = this.#run
    return new Promise((resolve, reject) => {
      this.#events = {
        // `prepare` made it: the road calls one after the other.
        onSuspended: () =>
          void released(result, entry.services.runtime).then(() => resolve(this.#inputRequired as InputRequired)),
        onFailure: (error) => {
          this.#over = 'failed'
          this.#scope.finish()
          reject(error)
        },
      }
      result.then(
        (value) => {
          if (this.#over === undefined) resolve(value)
          if (this.#over === 'asked') this.#warnSwallowed()
        },
        (reason: unknown) => {
          if (this.#over === undefined) reject(reason)
          else reportLate(entry, reason)
        },
      )
    })
  }

  async #prepare(round: RoundTrip, correlationId: string): Promise<void> {
    this.#over = 'asked'
    ignoreSuspensionRejections()
    this.#scope.finish()
    const { entry, call } = this.#run
    const { message, exchange } = call
    const { roundTrips } = await call.input.load()
    this.#inputRequired = await roundTrips.seal(round, { entry, message, exchange, retry: this.#retry, correlationId })
  }

  get #end(): AbortController {
    this.#ending ??= new AbortController()
    return this.#ending
  }

  #warnSwallowed(): void {
    const { entry, call } = this.#run
    void andThen(call.input.load(), ({ roundTrips }) => roundTrips.warnSwallowed(entry))
  }
}

/** Settles when a run has let go of what it holds, or has had two turns to do so: the client may come back at once. */
async function released(result: Promise<unknown>, runtime: Runtime): Promise<void> {
  const turns = new Promise<void>((resolve) => runtime.defer(() => runtime.defer(resolve)))
  await Promise.race([turns, result.catch(() => {})])
}

function reportLate({ name, services }: Entry, reason: unknown): void {
  if (isSuspended(reason) || reason instanceof InputFailure) return
  services.logger.error(`${name} failed after its questions were sent`, { error: reason })
}
