import { lazyMember } from '../protocol/lazy-members.js'
import type { Registry } from './registered.js'

/** Where a definition is kept, and who is told when it changes. */
export interface RegistryPlace<T> {
  readonly registry: Registry<T>
  readonly key: string
  readonly onChange: () => void
}

/** Where a definition keeps its place: a member that no copy, no comparison and no JSON has. */
const placeOf = Symbol('placeOf')

/**
 * A definition of one server. Programs copy definitions, and read their members by name, so all of them are its own. Many sessions have
 * a server each, so it is small: its functions are made when they are first read, and what is hidden is no object of its own.
 */
export abstract class Definition<U extends object> {
  declare enabled: boolean
  declare disable: () => void
  declare enable: () => void
  declare remove: () => void
  declare update: (updates: U & { enabled?: boolean }) => void
  declare private readonly [placeOf]: RegistryPlace<object>
  static readonly #functions = Object.entries({
    disable: (definition: Definition<{ enabled?: boolean }>) => () => definition.update({ enabled: false }),
    enable: (definition: Definition<{ enabled?: boolean }>) => () => definition.update({ enabled: true }),
    remove: (definition: Definition<object>) => () => definition.update(definition.removal),
    update: (definition: Definition<object>) => (updates: object) => {
      definition.change(updates)
      definition[placeOf].onChange()
    },
  }).map(([name, read]) => [name, lazyMember(name, read, true)] as const)

  constructor(place: RegistryPlace<object>) {
    this.hide(placeOf, place)
  }

  /** Adds the members that all definitions have; they are the last. */
  protected addFunctions(): void {
    this.enabled = true
    for (const [name, member] of Definition.#functions) Object.defineProperty(this, name, member)
  }

  /** Keeps a value where programs do not see it. */
  protected hide(key: symbol, value: unknown): void {
    Object.defineProperty(this, key, { value, writable: true })
  }

  /** The name or URI that it was added with. */
  protected get key(): string {
    return this[placeOf].key
  }

  /** The update that removes the definition. */
  protected get removal(): object {
    return { name: null }
  }

  /** Takes updates. */
  protected abstract change(updates: U): void

  /** Puts the definition under another key, or removes it where the key is null. */
  protected move(key: string | null | undefined): void {
    const { registry, key: former } = this[placeOf]
    if (key === undefined || key === former) return
    delete registry[former]
    if (key) registry[key] = this
  }

  /** Sets the members that were given. */
  protected assign(updates: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(updates)) if (value !== undefined) Object.assign(this, { [name]: value })
  }
}
