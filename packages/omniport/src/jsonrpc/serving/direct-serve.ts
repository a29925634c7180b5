import type { DirectServe, Serve } from './serve.js'

/** By what is made of them. It hangs on the function, so that whoever wraps that is not gone around. */
const directServes = new WeakMap<object, unknown>()

/** A `Serve` made of one that answers at once where it can; it never throws. `toDirect` gives that one back. */
export function toServe<X>(direct: DirectServe<X>): Serve<X> {
  const serve: Serve<X> = async (message, exchange) => direct(message, exchange)
  directServes.set(serve, direct)
  return serve
}

/** The same without a promise where there is nothing to wait for, if `serve` can do that. */
export function toDirect<X>(serve: Serve<X>): DirectServe<X> {
  return (directServes.get(serve) as DirectServe<X> | undefined) ?? serve // set for the same X
}
