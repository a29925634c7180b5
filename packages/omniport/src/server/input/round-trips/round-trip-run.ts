import type { MaybePromise } from '../../../async/maybe-promise.js'
import type { InputRequired } from '../../../protocol/results/input-required.js'
import type { Entry } from '../../definitions/entry.js'
import { HandlerScope, type InputRequesterSource } from '../../requests/handler-scope.js'
import type { HandlerRequest } from '../../requests/run-handler.js'
import type { InputRequester } from '../input-requester.js'
import type { InputService } from '../input-service.js'
import type { RetryPayload } from './retry-payload.js'
import type { RoundTripInputRequesterOptions } from './round-trip-input-requester.js'
import type { RoundTripRequests } from './round-trip-requests.js'

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

/** One run of a handler, as part of a request that may take several. Its questions are those of `RoundTripRequests`. */
export class RoundTripRun implements InputRequesterSource {
  readonly scope: HandlerScope
  readonly origin: HandlerOrigin
  readonly retry: RetryPayload
  over: 'asked' | 'failed' | undefined
  inputRequired: InputRequired | undefined
  events: Pick<RoundTripInputRequesterOptions, 'onSuspended' | 'onFailure'> | undefined
  #ending: AbortController | undefined
  #requests: RoundTripRequests | undefined

  constructor(origin: HandlerOrigin, retry: RetryPayload) {
    this.origin = origin
    this.retry = retry
    this.scope = new HandlerScope(origin.entry, origin.call, { app: origin.app, requesters: this })
  }

  get signal(): AbortSignal {
    return this.ending.signal
  }

  get ending(): AbortController {
    this.#ending ??= new AbortController()
    return this.#ending
  }

  createRequester(input: InputService): InputRequester {
    this.#requests = input.createRoundTripRequests(this)
    return this.#requests.requester
  }

  /** Settles as `result` does, or with the questions to the client where the handler waits for answers. */
  follow<T>(result: Promise<T>): Promise<T | InputRequired> {
    return new Promise((resolve, reject) => {
      this.events = {
        // The requester calls `prepare` first, which sets `inputRequired`.
        onSuspended: () =>
          void this.#requests?.released(result).then(() => resolve(this.inputRequired as InputRequired)),
        onFailure: (error) => {
          this.over = 'failed'
          this.scope.finish()
          reject(error)
        },
      }
      result.then(
        (value) => {
          if (this.over === undefined) resolve(value)
          // A question that has not failed yet was not caught: nobody waits for it, which the scope warns of.
          if (this.over === 'asked' && !this.scope.isAsking) this.#requests?.warnSwallowed()
        },
        (reason: unknown) => {
          if (this.over === undefined) reject(reason)
          else this.#requests?.reportLate(reason)
        },
      )
    })
  }
}
