import type { MaybePromise } from './maybe-promise.js'

/**
 * Returns a function that loads something on its first call, such as a module that few need. Later calls return it without a
 * promise. A load that failed is tried again.
 */
export function loadOnce<T extends object>(load: () => Promise<T>): () => MaybePromise<T> {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  const start = async () => {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = undefined
    }
  }
  return () => {
    if (loaded !== undefined) return loaded
    loading ??= start()
    return loading
  }
}
