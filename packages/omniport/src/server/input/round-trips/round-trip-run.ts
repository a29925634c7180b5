import { andThen, type MaybePromise } from '../../../async/maybe-promise.js'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { InputRequired } from '../../../protocol/results/input-required.js'
import type { Entry } from '../../definitions/entry.js'
import { HandlerScope, type InputRequesterSource } from '../../requests/handler-scope.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import { withoutMark } from '../../requests/thrown-by-handler.js'
import { ignoreSuspensionRejections } from '../ignore-suspension-rejections.js'
import { InputFailure } from '../input-failure.js'
import type { InputRequester } from '../input-requester.js'
import type { InputService } from '../input-service.js'
import { isSuspended } from '../suspended.js'
import { emptyHistory } from './request-state.js'
import type { RetryPayload } from './retry-payload.js'
import type { RoundTrip, RoundTripInputRequesterOptions } from './round-trip-input-requester.js'

/** A handler to run: `app` is what the server's `context` returned. */
export interface HandlerOrigin {
  readonly entry: Entry
  readonly call: HandlerRequest
  readonly app: unknown
}

const noRetry: RetryPayload = { state: undefined, responses: new Map() }

/**
 * Creates the scope of a handler for a modern client. A run in it ends with what the handler gives, or with the questions to
 * the client as soon as the handler waits for answers; after that the handler only releases what it holds.
 */
export function openRoundTripScope(origin: HandlerOrigin): MaybePromise<HandlerScope> {
  const { retry } = origin.call
  return retry === undefined ? new RoundTripRun(origin, noRetry).scope : openRetryScope(origin, retry)
}

async function openRetryScope(origin: HandlerOrigin, retry: RetryPayload): Promise<HandlerScope> {
  const { entry, call } = origin
  const { roundTrips } = await call.input.load()
  const input = await entry.services.input.load()
  const run = new RoundTripRun(origin, await roundTrips.accept(retry, entry))
  if (retry.state !== undefined) run.scope.useRequester(run.createRequester(input))
  return run.scope
}

/** One run of a handler, as part of a request that may take several. */
class RoundTripRun implements InputRequesterSource {
  readonly scope: HandlerScope
  readonly #origin: HandlerOrigin
  readonly #retry: RetryPayload
  #over: 'asked' | 'failed' | undefined
  #inputRequired: InputRequired | undefined
  #ending: AbortController | undefined
  #events: Pick<RoundTripInputRequesterOptions, 'onSuspended' | 'onFailure'> | undefined

  constructor(origin: HandlerOrigin, retry: RetryPayload) {
    this.#origin = origin
    this.#retry = retry
    this.scope = new HandlerScope(origin.entry, origin.call, { app: origin.app, requesters: this })
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  createRequester(input: InputService): InputRequester {
    const { entry, call } = this.#origin
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

  /** Settles as `result` does, or with the questions to the client where the handler waits for answers. */
  follow<T>(result: Promise<T>): Promise<T | InputRequired> {
    const { entry } = this.#origin
    return new Promise((resolve, reject) => {
      this.#events = {
        // The requester calls `prepare` first, which sets `#inputRequired`.
        onSuspended: () =>
          void released(result, entry.services.runtime).then(() => resolve(this.#inputRequired as InputRequired)),
        onFailure: (error) => {
          this.#over = 'failed'
          this.scope.finish()
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
    this.scope.finish()
    const { entry, call } = this.#origin
    const { message, exchange } = call
    const { roundTrips } = await call.input.load()
    this.#inputRequired = await roundTrips.seal(round, { entry, message, exchange, retry: this.#retry, correlationId })
  }

  get #end(): AbortController {
    this.#ending ??= new AbortController()
    return this.#ending
  }

  #warnSwallowed(): void {
    const { entry, call } = this.#origin
    void andThen(call.input.load(), ({ roundTrips }) => roundTrips.warnSwallowed(entry))
  }
}

/** Settles when a run has ended, or after two turns of the event loop: the client may send the retry at once. */
async function released(result: Promise<unknown>, runtime: Runtime): Promise<void> {
  const turns = new Promise<void>((resolve) => runtime.defer(() => runtime.defer(resolve)))
  await Promise.race([turns, result.catch(() => {})])
}

function reportLate({ name, services }: Entry, thrown: unknown): void {
  const reason = withoutMark(thrown)
  if (isSuspended(reason) || reason instanceof InputFailure) return
  services.logger.error(`${name} failed after its questions were sent`, { error: reason })
}
