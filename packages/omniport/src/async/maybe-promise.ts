/** A value, or a promise of it. A value that is mostly there at once should not cost a promise, which `await` always does. */
export type MaybePromise<T> = T | Promise<T>

/** Whether `value` has to be waited for: a promise of any realm, or whatever else has a `then`. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return typeof (value as { then?: unknown }).then === 'function'
}

/**
 * Passes `value` to `next`: at once, or when its promise settles. `next` gets `context` too, so that a function of a module
 * can be a step, and a step that goes on at once needs no closure.
 */
export function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U>
export function andThen<T, U, C>(
  value: MaybePromise<T>,
  next: (value: T, context: C) => MaybePromise<U>,
  context: C,
): MaybePromise<U>
export function andThen<T, U>(
  value: MaybePromise<T>,
  next: (value: T, context: unknown) => MaybePromise<U>,
  context?: unknown,
): MaybePromise<U> {
  return isPromise(value) ? Promise.resolve(value).then((settled) => next(settled, context)) : next(value, context)
}

/** Runs `work`; `onError` replaces what it throws or rejects with. */
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
