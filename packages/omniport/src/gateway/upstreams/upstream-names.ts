import { isInjective, nameChoices, serverOfName, startOfHashedNames } from '../../host/catalogue/tool-names.js'
import { BoundedMap } from '../../values/maps/bounded-map.js'
import type { UpstreamSettings } from '../upstream-settings.js'

/** The names of the tools and prompts of one upstream, here and there. */
export class UpstreamNames {
  /** Empty: names stay as they are. */
  readonly prefix: string
  readonly #upstream: string
  readonly #renamed: ReadonlyMap<string, string>
  readonly #originals: ReadonlyMap<string, string>
  readonly #hashedStart: string
  /** Names with a hash, which cannot be taken apart, by what clients call them. */
  readonly #hashed = new BoundedMap<string>({ maxSize: maxHashed })

  constructor(upstream: string, { prefix = upstream, rename = {} }: UpstreamSettings) {
    this.prefix = prefix
    this.#upstream = upstream
    this.#renamed = new Map(Object.entries(rename))
    this.#originals = new Map(Object.entries(rename).map(([original, name]) => [name, original]))
    this.#hashedStart = startOfHashedNames(prefix)
  }

  /** True: no other upstream can have a name of this one. */
  get areOwn(): boolean {
    return this.prefix !== '' && this.#renamed.size === 0
  }

  /** The name that clients use. It depends on the settings of this upstream and the name alone. */
  async toClientName(original: string): Promise<string> {
    const renamed = this.#renamed.get(original)
    if (renamed !== undefined) return renamed
    return this.prefix === '' ? original : this.#remember(original, (await nameChoices(this.prefix, original))[0])
  }

  /**
   * The name for clients where another upstream has the first one: with a hash of upstream and name. Whether it is listed depends on
   * the other upstreams, so it leads nowhere by itself.
   */
  async toOtherName(original: string): Promise<string> {
    const [, hashed = original] = await nameChoices(this.#upstream, original, () => original)
    return hashed
  }

  /**
   * The name at the upstream that only this upstream can have under `name`. Undefined: another may have it, or none. A renamed
   * definition has its new name only, and one with a hash in its name no other.
   */
  toOriginal(name: string): string | undefined {
    const original = this.#originals.get(name) ?? this.#hashed.get(name)
    if (original !== undefined) return original
    if (this.prefix === '' || serverOfName(name) !== this.prefix) return undefined
    const plain = name.slice(this.prefix.length + separator.length)
    return isInjective(this.prefix, plain) ? this.#unlessRenamed(plain) : undefined
  }

  /** True for a name that begins with the prefix, with or without a hash: only this upstream has it, whether it was listed or not. */
  hasPrefixOf(name: string): boolean {
    if (this.prefix === '') return false
    const server = serverOfName(name)
    return server === undefined ? name.startsWith(this.#hashedStart) : server === this.prefix
  }

  /** The name at this upstream, which has no prefix, where no other has `name`. */
  toUnprefixed(name: string): string | undefined {
    return this.prefix === '' ? this.#unlessRenamed(name) : undefined
  }

  #unlessRenamed(original: string): string | undefined {
    return this.#renamed.has(original) ? undefined : original
  }

  #remember(original: string, name: string): string {
    if (name !== `${this.prefix}${separator}${original}`) this.#hashed.set(name, original)
    return name
  }
}

const separator = '__'

/** As many as a client reads of one list by default. */
const maxHashed = 10_000
