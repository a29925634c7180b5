import { defaultRuntime } from '../../async/runtime/runtime.js'

/** Settles as `promise` does. Rejects after `ms` with an error that says what was waited for. */
export function within<T>(ms: number, promise: Promise<T>, awaited: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = defaultRuntime.after(ms, () => reject(new Error(`Waited ${ms} ms for ${awaited}`)))
    promise.then(resolve, reject).finally(stop)
  })
}
