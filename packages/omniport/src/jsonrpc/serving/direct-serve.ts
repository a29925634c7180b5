import type { DirectServe, Serve } from './serve.js'

/** Keyed by the function made by `toServe`: a middleware around that function is another key, so it is not skipped. */
const directServes = new WeakMap<object, unknown>()

/** Converts a `DirectServe` to a `Serve`, which rejects instead of throwing. `toDirect` converts it back. */
export function toServe<X>(direct: DirectServe<X>): Serve<X> {
  const serve: Serve<X> = async (message, exchange) => direct(message, exchange)
  directServes.set(serve, direct)
  return serve
}

/** Returns the `DirectServe` that `serve` was made from, else `serve` itself. */
export function toDirect<X>(serve: Serve<X>): DirectServe<X> {
  return (directServes.get(serve) as DirectServe<X> | undefined) ?? serve // set for the same X
}
