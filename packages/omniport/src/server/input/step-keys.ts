/** What tells one question of a run from another. */
export interface StepIdentity {
  /** Such as `elicit`: how its key begins. */
  readonly kind: string
  /** Everything of it that the handler decides, as text. */
  readonly fingerprint: string
  /** The author's own key. */
  readonly key?: string | undefined
}

/**
 * Gives questions, and other steps of a handler, their keys: the author's own or one derived from what is asked, with a
 * number from the second time on. The same handler with the same answers gets the same keys.
 */
export class StepKeys {
  readonly #counts = new Map<string, number>()
  readonly #owners = new Map<string, string>()
  readonly #open = new Set<string>()

  /**
   * The key of a question that begins; `end` it when it is answered.
   *
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

/** 64 bits that stand for a text. No secret: nobody gains by texts that collide. */
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
