import { findSecrets } from '../sealing/find-secrets.js'
import { isObject } from '../values/json/is-object.js'
import { BoundedMap } from '../values/maps/bounded-map.js'
import { isRedactable } from '../values/text/redact.js'
import { wellFormed } from '../values/text/well-formed.js'

interface Marked {
  readonly secret: string
  readonly mark: string
}

/** Secrets that were seen on the way, such as session ids: so many are looked for. */
const maxSeen = 1_000

/** Replaces secrets by marks, `[secret 1]`: the same mark for the same secret. */
export class SecretMarks {
  readonly #given: ReadonlyMap<string, Marked>
  readonly #seen = new BoundedMap<Marked>({ maxSize: maxSeen })
  /** What to look for, and the mark; the longest first, since one may be part of another. Undefined: to be built. */
  #variants: ReadonlyMap<string, string> | undefined
  #count = 0

  constructor(secrets: Iterable<string>) {
    this.#given = new Map([...new Set(secrets)].map((secret) => [secret, this.#next(secret)]))
  }

  /** Returns the mark of a secret, and replaces it in everything from now on, unless it is very short. */
  mark(secret: string): string {
    const existing = this.#given.get(secret) ?? this.#seen.get(secret)
    if (existing !== undefined) return existing.mark
    const marked = this.#next(secret)
    this.#seen.set(secret, marked)
    this.#variants = undefined
    return marked.mark
  }

  /** Replaces the secrets in an address: passwords, and values of the query that look like one. */
  cleanAddress(address: string): string {
    for (const secret of findSecrets({ args: [address] })) this.mark(secret)
    return this.clean(address)
  }

  clean(text: string): string {
    const found = [...this.#all()].filter(([variant]) => text.includes(variant))
    if (found.length === 0) return text
    const marks = new Map(found)
    const pattern = found.map(([variant]) => variant.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
    return text.replace(new RegExp(pattern, 'g'), (variant) => marks.get(variant) ?? variant)
  }

  /** Tells if JSON text may hold a secret, in clear or escaped. */
  isClean(text: string): boolean {
    const variants = this.#all()
    if (variants.size > 0 && text.includes('\\')) return false
    for (const variant of variants.keys()) if (text.includes(variant)) return false
    return true
  }

  /** Replaces the secrets in the strings and names of a JSON value, which must not be deep; the same value if it has none. */
  cleanJson(value: unknown): unknown {
    if (typeof value === 'string') return this.clean(value)
    if (Array.isArray(value)) {
      const items = value.map((item) => this.cleanJson(item))
      return items.every((item, at) => item === value[at]) ? value : items
    }
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([name, member]): [string, unknown] => [
      this.clean(name),
      this.cleanJson(member),
    ])
    const isSame = members.every(([name, member]) => Object.hasOwn(value, name) && value[name] === member)
    return isSame ? value : Object.fromEntries(members)
  }

  #next(secret: string): Marked {
    this.#count += 1
    return { secret, mark: `[secret ${this.#count}]` }
  }

  #all(): ReadonlyMap<string, string> {
    if (this.#variants === undefined) {
      const all = [...this.#given.values(), ...this.#seen.values()]
      const variants = all.filter(({ secret }) => isRedactable(secret)).flatMap(variantsOf)
      this.#variants = new Map(variants.sort(([left], [right]) => right.length - left.length))
    }
    return this.#variants
  }
}

/** A secret in clear and percent-encoded; what is sent in place of half a surrogate pair, too. */
function variantsOf({ secret, mark }: Marked): [string, string][] {
  const sent = wellFormed(secret)
  return [secret, sent, encodeURIComponent(sent)].map((variant) => [variant, mark])
}
