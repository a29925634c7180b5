import { findSecrets } from '../sealing/find-secrets.js'
import { isObject } from '../values/json/is-object.js'
import { BoundedMap } from '../values/maps/bounded-map.js'
import { isRedactable, minSecretLength } from '../values/text/redact.js'
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
  /** Undefined: to be built. */
  #search: SecretSearch | undefined
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
    this.#search = undefined
    return marked.mark
  }

  /** Replaces the secrets in an address: passwords, and values of the query that look like one. */
  cleanAddress(address: string): string {
    for (const secret of findSecrets({ args: [address] })) this.mark(secret)
    return this.clean(address)
  }

  clean(text: string): string {
    return this.#all().replaceIn(text)
  }

  /** Tells if JSON text may hold a secret, in clear or escaped. */
  isClean(text: string): boolean {
    const search = this.#all()
    return search.isEmpty || !(text.includes('\\') || search.isIn(text))
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

  #all(): SecretSearch {
    if (this.#search === undefined) {
      const all = [...this.#given.values(), ...this.#seen.values()]
      this.#search = new SecretSearch(all.filter(({ secret }) => isRedactable(secret)).flatMap(variantsOf))
    }
    return this.#search
  }
}

/** Finds secrets in texts. A text is searched once for how any of them begins, and then only for those that begin so. */
class SecretSearch {
  readonly #marks: ReadonlyMap<string, string>
  /** The secrets by how they begin, the longest first, since one may be part of another. */
  readonly #byStart = new Map<string, string[]>()
  readonly #starts: RegExp

  /** Each secret with its mark. */
  constructor(secrets: readonly (readonly [string, string])[]) {
    this.#marks = new Map(secrets)
    const longestFirst = [...this.#marks.keys()].sort((left, right) => right.length - left.length)
    for (const secret of longestFirst) {
      const start = secret.slice(0, minSecretLength)
      const others = this.#byStart.get(start)
      if (others === undefined) this.#byStart.set(start, [secret])
      else others.push(secret)
    }
    const escaped = [...this.#byStart.keys()].map((start) => start.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
    this.#starts = new RegExp(escaped.join('|'), 'g')
  }

  get isEmpty(): boolean {
    return this.#byStart.size === 0
  }

  isIn(text: string): boolean {
    return this.#foundIn(text).size > 0
  }

  /** Replaces the secrets by their marks: of those that overlap the first one, and of those that begin together the longest. */
  replaceIn(text: string): string {
    const found = this.#foundIn(text)
    if (found.size === 0) return text
    let clean = ''
    let from = 0
    for (const { start, at } of this.#startsIn(text)) {
      const secret = at < from ? undefined : found.get(start)?.find((one) => text.startsWith(one, at))
      if (secret === undefined) continue
      clean += text.slice(from, at) + this.#marks.get(secret)
      from = at + secret.length
    }
    return clean + text.slice(from)
  }

  /** The secrets that stand somewhere in the text, so that others that begin as they do are not compared at each place. */
  #foundIn(text: string): ReadonlyMap<string, readonly string[]> {
    const starts = new Set<string>()
    for (const { start } of this.#startsIn(text)) starts.add(start)
    const found = [...starts].map((start) => {
      const secrets = this.#byStart.get(start) ?? []
      return [start, secrets.filter((secret) => text.includes(secret))] as const
    })
    return new Map(found.filter(([, secrets]) => secrets.length > 0))
  }

  *#startsIn(text: string): Generator<{ readonly start: string; readonly at: number }> {
    if (this.isEmpty) return
    let at = 0
    for (;;) {
      this.#starts.lastIndex = at
      const match = this.#starts.exec(text)
      if (match === null) return
      yield { start: match[0], at: match.index }
      at = match.index + 1
    }
  }
}

/** A secret in clear and percent-encoded; what is sent in place of half a surrogate pair, too. */
function variantsOf({ secret, mark }: Marked): [string, string][] {
  const sent = wellFormed(secret)
  return [secret, sent, encodeURIComponent(sent)].map((variant) => [variant, mark])
}
