import { survivesJson } from './survives-json.js'

/** One side effect of a chain of rounds, with a key that is the same whenever it is tried again. */
export interface Once {
  readonly name: string
  readonly idempotencyKey: string
}

/**
 * Runs a side effect and checks that its value can travel.
 *
 * @throws TypeError when JSON would change the value; undefined is kept.
 */
export async function runOnce<T>(
  { name, idempotencyKey }: Once,
  fn: (sideEffect: { readonly idempotencyKey: string }) => T | Promise<T>,
): Promise<T> {
  const value = await fn({ idempotencyKey })
  if (value !== undefined && !survivesJson(value)) {
    throw new TypeError(`ctx.once("${name}"): JSON would change the value`)
  }
  return value
}
