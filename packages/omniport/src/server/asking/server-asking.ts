import type { Limits } from '../../protocol/limits.js'
import type { Logger } from '../../protocol/logger.js'
import type { Environment } from '../../transport/environment.js'
import { type InputRequestsOptions, RunInputs } from './asking.js'
import { createRoundTrips } from './create-rounds.js'
import { Forms } from './forms.js'
import { InsideOnce } from './inside-once.js'
import { DirectInputRequester, type DirectInputRequesterOptions } from './legacy-road.js'
import { RoundTripInputRequester, type RoundTripInputRequesterOptions } from './round-road.js'
import type { RoundTrips } from './rounds.js'

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
