import type { Logger } from '../../async/runtime/logger.js'
import { consoleLogger } from '../../async/runtime/logger.js'
import { defaultRuntime } from '../../async/runtime/runtime.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { LazySealer } from '../../sealing/lazy-sealer.js'
import { createMemoryBlobs } from '../../store/memory/memory-blobs.js'
import type { Environment } from '../../transport/environment.js'
import { DirectInputRequester, type DirectInputRequesterOptions } from './direct-input-requester.js'
import { Forms } from './forms.js'
import { ignoreSuspensionRejections } from './ignore-suspension-rejections.js'
import { InsideOnce } from './inside-once.js'
import { RoundTripRequests } from './round-trips/round-trip-requests.js'
import type { RoundTripRun } from './round-trips/round-trip-run.js'
import { RoundTrips } from './round-trips/round-trips.js'
import { RunInputs, type RunInputsOptions } from './run-inputs.js'
import { callEnded } from './suspended.js'

export interface InputServiceOptions extends Environment {
  readonly limits: Limits
  readonly logger: Logger
  readonly unsafePatterns: 'warn' | 'refuse'
}

/** Creates the input requests and requesters of the handlers of one server. */
export class InputService {
  readonly roundTrips: RoundTrips
  readonly #forms: Forms
  readonly #insideOnce = new InsideOnce()

  constructor(options: InputServiceOptions) {
    this.roundTrips = createRoundTrips(options)
    this.#forms = new Forms(options)
  }

  createInputRequests(options: Omit<RunInputsOptions, 'forms' | 'insideOnce'>): RunInputs {
    return new RunInputs({ ...options, forms: this.#forms, insideOnce: this.#insideOnce })
  }

  createRoundTripRequests(run: RoundTripRun): RoundTripRequests {
    return new RoundTripRequests(run)
  }

  /** @throws the error of a question that is asked after its call. */
  refuseLate(): never {
    ignoreSuspensionRejections()
    throw callEnded()
  }

  createDirectRequester(options: DirectInputRequesterOptions): DirectInputRequester {
    return new DirectInputRequester(options)
  }
}

/** Creates the round trips of a server. @throws TypeError for secrets that are too short. */
function createRoundTrips(environment: Environment): RoundTrips {
  const { name: service = '', stores, secrets, limits, runtime, logger = consoleLogger } = environment
  const clock = runtime ?? defaultRuntime
  return new RoundTrips({
    sealer: new LazySealer({
      secrets,
      service,
      logger,
      what: 'The states of calls that wait for answers',
    }),
    sharedBlobs: stores?.blobs,
    blobs: stores?.blobs ?? createMemoryBlobs({ clock }),
    marksAlone: secrets !== undefined && stores?.blobs === undefined,
    limits: limits ?? defaultLimits,
    runtime: clock,
    logger,
  })
}
