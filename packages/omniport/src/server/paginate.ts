import { decodeCursor, encodeCursor } from './cursor.js'

/** A stretch of a list, and where the next begins. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | undefined
}

/**
 * One page of `items`, which `keyOf` names. Undefined `pageSize`: all of them.
 *
 * @throws RpcError -32602 when `cursor` is none.
 */
export function paginate<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  { cursor, pageSize }: { readonly cursor: string | undefined; readonly pageSize: number | undefined },
): PageOf<T> {
  const start = cursor === undefined ? 0 : decodeCursor(cursor, items.map(keyOf))
  const end = pageSize === undefined ? items.length : Math.min(start + pageSize, items.length)
  const last = items[end - 1]
  const nextCursor = end < items.length && last !== undefined ? encodeCursor(end - 1, keyOf(last)) : undefined
  return { items: items.slice(start, end), nextCursor }
}
