/** A value now, or later. A value that is mostly there at once should not cost a promise, as `await` always does. */
export type MaybePromise<T> = T | Promise<T>

/** Tells if `value` is a promise of any realm, or another object with a `then`. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

/** Passes `value` to `next`: at once if it is not a promise. */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Returns the result of `work`, or that of `onError` for the reason that it throws or rejects with. */
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
