import type { ServerServices } from '../server-services.js'
import type { Entry } from './entry.js'
import type { Registry } from './registry.js'

/** Creates the entry of a definition. @throws TypeError saying why it cannot be served. */
export type Compile<D, E> = (name: string, definition: D, services: ServerServices) => E

/** Listens to changes: `entry` is the definition that the name has now. */
export type RegistryListener<E> = (name: string, entry: E | undefined) => void

/** Definitions by name, in the order they were added. Names are any strings. */
export class DefinitionRegistry<D, E extends Entry> implements Registry<D> {
  readonly #entries = new Map<string, E>()
  readonly #listeners = new Set<RegistryListener<E>>()
  readonly #compile: Compile<D, E>
  readonly #services: ServerServices
  #isDeclared = false

  constructor(compile: Compile<D, E>, services: ServerServices) {
    this.#compile = compile
    this.#services = services
  }

  /** True if there is, or ever was, a definition: then the server has this feature. */
  get isDeclared(): boolean {
    return this.#isDeclared
  }

  /** Gives the server this feature before anything is defined. */
  declare(): void {
    this.#isDeclared = true
  }

  get services(): ServerServices {
    return this.#services
  }

  set(name: string, definition: D): void {
    this.setFrom(name, definition, this.#services)
  }

  /** Adds or replaces a definition that runs with `services`. @throws TypeError as `set` does. */
  setFrom(name: string, definition: D, services: ServerServices): E {
    const entry = this.#compile(name, definition, services)
    const conflict = this.conflict(name, definition)
    if (conflict !== undefined) throw new TypeError(conflict)
    this.#isDeclared = true
    this.#entries.set(name, entry)
    this.#notifyListeners(name, entry)
    return entry
  }

  /** Says why the definition conflicts with others; undefined if it does not. */
  conflict(_name: string, _definition: D): string | undefined {
    return undefined
  }

  delete(name: string): boolean {
    const deleted = this.#entries.delete(name)
    if (deleted) this.#notifyListeners(name, undefined)
    return deleted
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  keys(): IterableIterator<string> {
    return this.#entries.keys()
  }

  get(name: string): E | undefined {
    return this.#entries.get(name)
  }

  entries(): IterableIterator<E> {
    return this.#entries.values()
  }

  onChange(listener: RegistryListener<E>): void {
    this.#listeners.add(listener)
  }

  #notifyListeners(name: string, entry: E | undefined): void {
    for (const listener of this.#listeners) listener(name, entry)
  }
}
