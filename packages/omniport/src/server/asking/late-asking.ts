import type { MaybePromise } from '../../jsonrpc/maybe-promise.js'
import { checkSecrets } from '../../transport/check-secrets.js'
import type { ServerAsking, ServerAskingOptions } from './server-asking.js'

/** What the handlers of one server ask with, loaded when the first of them asks: most never do. */
export class LateAsking {
  readonly #options: ServerAskingOptions
  #asking: ServerAsking | undefined
  #loading: Promise<ServerAsking> | undefined

  /** @throws TypeError for secrets that are too short. */
  constructor(options: ServerAskingOptions) {
    if (options.secrets !== undefined) checkSecrets(options.secrets)
    this.#options = options
  }

  /** There at once from the second time on. A load that failed is tried again. */
  load(): MaybePromise<ServerAsking> {
    if (this.#asking !== undefined) return this.#asking
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined
      throw error
    })
    return this.#loading
  }

  /** Whether a request that comes with the answers of this round, 0 for the first, has had all its rounds. */
  isLast(round: number): boolean {
    return round >= this.#options.limits.rounds
  }

  async #load(): Promise<ServerAsking> {
    const { ServerAsking } = await import('./server-asking.js')
    this.#asking = new ServerAsking(this.#options)
    return this.#asking
  }
}
