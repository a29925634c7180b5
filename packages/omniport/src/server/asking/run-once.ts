import { cloneJson } from '../../jsonrpc/clone-json.js'

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
  fn: (chain: { readonly idempotencyKey: string }) => T | Promise<T>,
): Promise<T> {
  const value = await fn({ idempotencyKey })
  if (value !== undefined && !isSame(value, cloneJson(value))) {
    throw new TypeError(`ctx.once("${name}"): JSON would change the value`)
  }
  return value
}

function isSame(value: unknown, copy: unknown): boolean {
  if (Object.is(value, copy)) return true
  if (typeof value !== 'object' || typeof copy !== 'object' || value === null || copy === null) return false
  if (Object.getPrototypeOf(value) !== Object.getPrototypeOf(copy) && Object.getPrototypeOf(value) !== null)
    return false
  const keys = Object.keys(value)
  if (keys.length !== Object.keys(copy).length) return false
  return keys.every((key) => Object.hasOwn(copy, key) && isSame(Reflect.get(value, key), Reflect.get(copy, key)))
}
