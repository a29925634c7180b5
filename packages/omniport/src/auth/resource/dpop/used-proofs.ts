import type { Clock } from '../../../async/runtime/clock.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'

/** Limits of remembered proofs, for all keys and for one. */
const maxProofs = 50_000
const maxProofsOfKey = 5_000

interface UsedProof {
  readonly key: string
  readonly id: string
  readonly until: number
}

/** Remembers used proofs for `retentionMs`. */
export class UsedProofs {
  readonly #clock: Clock
  readonly #retentionMs: number
  /** In order of arrival. */
  readonly #all = new Set<UsedProof>()
  readonly #ids = new Map<string, Set<string>>()

  constructor(clock: Clock, retentionMs: number) {
    this.#clock = clock
    this.#retentionMs = retentionMs
  }

  /** Returns false for a proof that was used before. @throws OmniportError `limit` if too many are remembered. */
  add(key: string, id: string): boolean {
    const now = this.#clock.now()
    this.#forget(now)
    const ids = this.#ids.get(key) ?? new Set()
    if (ids.has(id)) return false
    if (ids.size >= maxProofsOfKey || this.#all.size >= maxProofs) {
      throw new OmniportError('limit', 'Too many DPoP proofs within a minute')
    }
    this.#ids.set(key, ids.add(id))
    this.#all.add({ key, id, until: now + this.#retentionMs })
    return true
  }

  #forget(now: number): void {
    for (const used of this.#all) {
      if (used.until >= now) return // it may still be valid
      this.#all.delete(used)
      const ids = this.#ids.get(used.key)
      ids?.delete(used.id)
      if (ids?.size === 0) this.#ids.delete(used.key)
    }
  }
}
