import { LRUCache } from 'lru-cache'
import { untilAborted } from '../async/abort/until-aborted.js'
import type { AuthStore } from './auth-store.js'

const maxEntries = 1_000

/** Creates a store in memory. It keeps the 1,000 values that were used last, and copies them through JSON. */
export function createMemoryAuthStore(): AuthStore {
  const texts = new LRUCache<string, string>({ max: maxEntries })
  const tails = new Map<string, Promise<void>>()
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
    async exclusive(key, fn, signal) {
      const previous = tails.get(key) ?? Promise.resolve()
      let hasStarted = false
      const running = previous.then(() => {
        signal?.throwIfAborted()
        hasStarted = true
        return fn()
      })
      const onDone = () => {
        if (tails.get(key) === done) tails.delete(key)
      }
      const done: Promise<void> = running.then(onDone, onDone)
      tails.set(key, done)
      try {
        await untilAborted(previous, signal)
      } catch (reason) {
        if (!hasStarted) throw reason
      }
      return running
    },
  }
}
