import { loadOnce } from '../../async/load-once.js'
import { checkSecrets } from '../../sealing/check-secrets.js'
import type { InputServiceOptions } from './input-service.js'

/** Loads the input service of one server when the first handler asks for input: most never do. */
export class LazyInputService {
  readonly #options: InputServiceOptions
  /** Gives the service without a promise from the second time on. A load that failed is tried again. */
  readonly load = loadOnce(async () => {
    const { InputService } = await import('./input-service.js')
    return new InputService(this.#options)
  })
  /** Loads the check of what `before` of a tool gives. */
  readonly loadJsonCheck = loadOnce(() => import('./survives-json.js'))

  /** @throws TypeError for secrets that are too short. */
  constructor(options: InputServiceOptions) {
    if (options.secrets !== undefined) checkSecrets(options.secrets)
    this.#options = options
  }

  /** True if a request with the answers of this round, 0 for the first, may not start another round. */
  isLast(round: number): boolean {
    return round >= this.#options.limits.rounds
  }
}
