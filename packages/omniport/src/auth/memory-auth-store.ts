import { KeyedMutex } from '../async/waiting/keyed-mutex.js'
import { BoundedMap } from '../values/maps/bounded-map.js'
import type { AuthStore } from './auth-store.js'

/** One client has a handful of values. */
const maxEntries = 1_000

/** Creates a store in memory. It keeps the 1,000 values that were used last, and copies them through JSON. */
export function createMemoryAuthStore(): AuthStore {
  const texts = new BoundedMap<string>({ maxSize: maxEntries })
  const mutex = new KeyedMutex()
  return {
    async get(key) {
      const text = texts.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    async set(key, value) {
      const text: string | undefined = JSON.stringify(value)
      if (text === undefined) throw new TypeError('AuthStore.set: value must be JSON')
      texts.set(key, text)
    },
    async delete(key) {
      texts.delete(key)
    },
    exclusive: (key, fn, signal) => mutex.run(key, signal, fn),
  }
}
