/** Something now, or later. What is mostly there at once should not cost a promise, which `await` always does. */
export type MaybePromise<T> = T | Promise<T>

/** Whether `value` has to be waited for: a promise of any realm, or whatever else has a `then`. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

/** What `next` makes of `value`: at once if that is there. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** What `work` gives, or what `onError` makes of what it throws or rejects with. */
export function attempt<T>(
  work: () => MaybePromise<T>,
  onError: (reason: unknown) => MaybePromise<T>,
): MaybePromise<T> {
  try {
    const value = work()
    return isPromise(value) ? Promise.resolve(value).then(undefined, onError) : value
  } catch (reason) {
    return onError(reason)
  }
}
