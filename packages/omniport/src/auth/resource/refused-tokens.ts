import type { Clock } from '../../async/runtime/clock.js'
import type { Denied } from '../../transport/http/auth/authenticate.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'

/** The characters of all cached tokens together: anyone may send them, and they may be long. */
const maxCharacters = 1_048_576

/** What an entry counts besides its token. */
const entryCharacters = 256

/** Caches refusals by token, for a short time, apart from the tokens that are valid; the least recently used are dropped. */
export class RefusedTokens {
  readonly #clock: Clock
  readonly #refusedMs: number
  readonly #entries = new BoundedMap<Refusal>({
    maxSize: maxCharacters,
    sizeOf: (_refusal, token) => token.length + entryCharacters,
  })

  /** `refusedMs`: how long each is cached. */
  constructor(clock: Clock, refusedMs: number) {
    this.#clock = clock
    this.#refusedMs = refusedMs
  }

  get(token: string): Denied | undefined {
    const refusal = this.#entries.get(token)
    if (refusal === undefined) return undefined
    if (refusal.until > this.#clock.now()) return refusal.denied
    this.#entries.delete(token)
    return undefined
  }

  add(token: string, denied: Denied): void {
    if (this.#refusedMs > 0) this.#entries.set(token, { denied, until: this.#clock.now() + this.#refusedMs })
  }
}

interface Refusal {
  readonly denied: Denied
  readonly until: number
}
