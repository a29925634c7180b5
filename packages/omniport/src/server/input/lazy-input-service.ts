import type { MaybePromise } from '../../async/maybe-promise.js'
import { checkSecrets } from '../../sealing/check-secrets.js'
import type { InputService, InputServiceOptions } from './input-service.js'

/** Loads the input service of one server when the first handler asks for input: most never do. */
export class LazyInputService {
  readonly #options: InputServiceOptions
  #service: InputService | undefined
  #loading: Promise<InputService> | undefined

  /** @throws TypeError for secrets that are too short. */
  constructor(options: InputServiceOptions) {
    if (options.secrets !== undefined) checkSecrets(options.secrets)
    this.#options = options
  }

  /** Gives the service without a promise from the second time on. A load that failed is tried again. */
  load(): MaybePromise<InputService> {
    if (this.#service !== undefined) return this.#service
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** True if a request with the answers of this round, 0 for the first, may not start another round. */
  isLast(round: number): boolean {
    return round >= this.#options.limits.rounds
  }

  async #load(): Promise<InputService> {
    const { InputService } = await import('./input-service.js')
    this.#service = new InputService(this.#options)
    return this.#service
  }
}
