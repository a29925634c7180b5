import { lazyMember } from '../protocol/lazy-members.js'
import type { Registry } from './registered.js'

/** Where a definition is kept, and who is told when it changes. */
export interface RegistryPlace<T> {
  readonly registry: Registry<T>
  readonly key: string
  readonly onChange: () => void
}

/**
 * A definition of one server. Many sessions have a server each, so it is small: its functions are made when they are first read.
 * Programs take them from the definition, so they need no `this`.
 */
export abstract class Definition<U extends object> {
  enabled = true
  declare enable: () => void
  declare disable: () => void
  declare remove: () => void
  declare update: (updates: U & { enabled?: boolean }) => void
  readonly #place: RegistryPlace<object>

  static {
    const functions: Record<string, (definition: Definition<{ enabled?: boolean }>) => unknown> = {
      enable: (definition) => () => definition.update({ enabled: true }),
      disable: (definition) => () => definition.update({ enabled: false }),
      remove: (definition) => () => definition.update(definition.removal),
      update: (definition) => (updates: object) => {
        definition.change(updates)
        definition.#place.onChange()
      },
    }
    for (const [name, read] of Object.entries(functions)) {
      Object.defineProperty(Definition.prototype, name, lazyMember(name, read, false))
    }
  }

  constructor(place: RegistryPlace<object>) {
    this.#place = place
  }

  /** The update that removes the definition. */
  protected get removal(): object {
    return { name: null }
  }

  /** Takes updates. */
  protected abstract change(updates: U): void

  /** Puts the definition under another key, or removes it where the key is null. */
  protected move(key: string | null | undefined): void {
    const { registry, key: former } = this.#place
    if (key === undefined || key === former) return
    delete registry[former]
    if (key) registry[key] = this
  }

  /** Sets the members that were given. */
  protected assign(updates: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(updates)) if (value !== undefined) Object.assign(this, { [name]: value })
  }
}
