/** A value now, or later. A value that is mostly there at once should not cost a promise, as `await` always does. */
export type MaybePromise<T> = T | Promise<T>

/** Tells if `value` is a promise of any realm, or another object with a `then`. */
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
  return isPromise(value) ? thenLater(value, next, context) : next(value, context)
}

/** A function of its own: a closure in `andThen` would cost memory also where it is not needed. */
function thenLater<T, U>(
  value: Promise<T>,
  next: (value: T, context: unknown) => MaybePromise<U>,
  context: unknown,
): Promise<U> {
  return Promise.resolve(value).then((settled) => next(settled, context))
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
