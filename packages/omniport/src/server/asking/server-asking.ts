import type { Limits } from '../../protocol/limits.js'
import { defaultLimits } from '../../protocol/limits.js'
import type { Logger } from '../../protocol/logger.js'
import { consoleLogger } from '../../protocol/logger.js'
import { defaultRuntime } from '../../protocol/runtime.js'
import { createMemoryBlobs } from '../../store/memory-blobs.js'
import type { Environment } from '../../transport/environment.js'
import { LazySealer } from '../../transport/lazy-sealer.js'
import { type InputRequestsOptions, RunInputs } from './asking.js'
import { Forms } from './forms.js'
import { InsideOnce } from './inside-once.js'
import { DirectInputRequester, type DirectInputRequesterOptions } from './legacy-road.js'
import { RoundTripInputRequester, type RoundTripInputRequesterOptions } from './round-road.js'
import { RoundTrips } from './rounds.js'

/** What asking on a server depends on. */
export interface InputServiceOptions extends Environment {
  readonly limits: Limits
  readonly logger: Logger
}

/** What the handlers of one server ask with. */
export class InputService {
  /** Carries questions to modern clients and back. */
  readonly roundTrips: RoundTrips
  readonly #forms: Forms
  readonly #insideOnce = new InsideOnce()

  constructor(options: InputServiceOptions) {
    this.roundTrips = createRoundTrips(options)
    this.#forms = new Forms(options.limits, options.logger)
  }

  createInputRequests(options: Omit<InputRequestsOptions, 'forms' | 'insideOnce'>): RunInputs {
    return new RunInputs({ ...options, forms: this.#forms, insideOnce: this.#insideOnce })
  }

  createRoundTripRequester(options: RoundTripInputRequesterOptions): RoundTripInputRequester {
    return new RoundTripInputRequester(options)
  }

  createDirectRequester(options: DirectInputRequesterOptions): DirectInputRequester {
    return new DirectInputRequester(options)
  }
}

/** The rounds of a server. @throws TypeError for secrets that are too short. */
function createRoundTrips({ stores, secrets, limits, runtime, logger = consoleLogger }: Environment): RoundTrips {
  const clock = runtime ?? defaultRuntime
  return new RoundTrips({
    sealer: new LazySealer({
      secrets,
      logger,
      what: 'The states of calls that wait for answers',
    }),
    sharedBlobs: stores?.blobs,
    blobs: stores?.blobs ?? createMemoryBlobs({ clock }),
    limits: limits ?? defaultLimits,
    runtime: clock,
    logger,
  })
}
