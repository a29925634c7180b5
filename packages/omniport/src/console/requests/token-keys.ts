import type { AuthOptions } from '../../entries/client.js'

type AuthStore = NonNullable<AuthOptions['store']>

/** Knows which keys of a token store a server uses, so that its tokens can be deleted. */
export class TokenKeys {
  readonly #store: AuthStore
  readonly #keys = new Map<string, Set<string>>()

  constructor(store: AuthStore) {
    this.#store = store
  }

  /** The store as one server sees it. */
  storeOf(server: string): AuthStore {
    const keys = this.#keys.get(server) ?? new Set()
    this.#keys.set(server, keys)
    const store = this.#store
    return {
      get: (key) => {
        keys.add(key)
        return store.get(key)
      },
      set: (key, value) => {
        keys.add(key)
        return store.set(key, value)
      },
      delete: (key) => store.delete(key),
      exclusive: (key, fn, signal) => store.exclusive(key, fn, signal),
    }
  }

  async forget(server: string): Promise<void> {
    for (const key of this.#keys.get(server) ?? []) await this.#store.delete(key)
  }
}
