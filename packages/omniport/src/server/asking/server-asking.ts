import type { Limits } from '../../protocol/limits.js'
import type { Logger } from '../../protocol/logger.js'
import type { Environment } from '../../transport/environment.js'
import { Asking, type AskingOptions } from './asking.js'
import { createRounds } from './create-rounds.js'
import { Forms } from './forms.js'
import { InsideOnce } from './inside-once.js'
import { LegacyRoad, type LegacyRoadOptions } from './legacy-road.js'
import { RoundRoad, type RoundRoadOptions } from './round-road.js'
import type { Rounds } from './rounds.js'

/** What asking on a server depends on. */
export interface ServerAskingOptions extends Environment {
  readonly limits: Limits
  readonly logger: Logger
}

/** What the handlers of one server ask with. */
export class ServerAsking {
  /** Carries questions to modern clients and back. */
  readonly rounds: Rounds
  readonly #forms: Forms
  readonly #insideOnce = new InsideOnce()

  constructor(options: ServerAskingOptions) {
    this.rounds = createRounds(options)
    this.#forms = new Forms(options.limits, options.logger)
  }

  createAsking(options: Omit<AskingOptions, 'forms' | 'insideOnce'>): Asking {
    return new Asking({ ...options, forms: this.#forms, insideOnce: this.#insideOnce })
  }

  createRoundRoad(options: RoundRoadOptions): RoundRoad {
    return new RoundRoad(options)
  }

  createLegacyRoad(options: LegacyRoadOptions): LegacyRoad {
    return new LegacyRoad(options)
  }
}
