/** The members that distinguish the input requests of a run. */
export interface StepIdentity {
  /** The start of the key, such as `elicit`. */
  readonly kind: string
  /** The part that the handler decides, as text. */
  readonly fingerprint: string
  readonly key?: string | undefined
}

/**
 * Gives input requests and other steps of a handler their keys: the author's own or one derived from the request, with
 * a number from the second time on. The same handler with the same answers gets the same keys.
 */
export class StepKeys {
  readonly #counts = new Map<string, number>()
  readonly #owners = new Map<string, string>()
  readonly #open = new Set<string>()

  /**
   * Takes the key of a request that begins; call `end` when it is answered.
   * @throws TypeError when an equal question is open, which a `key` would tell apart.
   */
  begin({ kind, fingerprint, key }: StepIdentity): string {
    const base = key ?? `${kind}-${hash(fingerprint)}`
    if (this.#open.has(base)) {
      const what = key === undefined ? 'an equal question' : `"${key}"`
      throw new TypeError(
        `ctx.${kind}: ${what} is open already; what overlaps needs a ${kind === 'once' ? 'name' : 'key'} of its own`,
      )
    }
    const count = (this.#counts.get(base) ?? 0) + 1
    const unique = count === 1 ? base : `${base}-${count}`
    const owner = this.#owners.get(unique)
    if (owner !== undefined && owner !== base) {
      throw new TypeError(`ctx.${kind}: the key "${unique}" is taken: "${owner}" was used again`)
    }
    this.#owners.set(unique, base)
    this.#counts.set(base, count)
    this.#open.add(base)
    return unique
  }

  end(unique: string): void {
    this.#open.delete(this.#owners.get(unique) ?? unique)
  }
}

/** Computes 64 bits for a text. Collisions are no security risk. */
function hash(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ (code + index), 0x85ebca6b) ^ (low >>> 15)
  }
  return hex(high) + hex(low)
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
