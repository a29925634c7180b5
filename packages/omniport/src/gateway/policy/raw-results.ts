import type { Middleware } from '../../protocol/exchange/exchange.js'

/** The middleware of this library that takes a result as a `RawJson`. */
const known = new WeakSet<Middleware>()

/** Notes that middleware takes a result as a `RawJson`, and passes on the bytes of one that it does not change. */
export function withRawResults<T extends Middleware>(middleware: T): T {
  known.add(middleware)
  return middleware
}

/** True if results need not be parsed for any of these. Other middleware is given values. */
export function takeRawResults(middleware: readonly Middleware[]): boolean {
  return middleware.every((one) => known.has(one))
}
