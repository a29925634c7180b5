import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { wellFormed } from '../../values/text/well-formed.js'

export interface PageOf<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | undefined
}

/**
 * Gives one page of `items`; `keyOf` gives the name of an item. Undefined `pageSize`: all of them.
 * @throws RpcError -32602 when `cursor` is not valid.
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

/**
 * Encodes a position in a list: the key of the last item on the page, and its index in case the item is deleted. It is
 * not sealed: it contains nothing that the list does not, works on every node, and stays valid after changes.
 * spec: server/utilities/pagination
 */
export function encodeCursor(index: number, key: string): string {
  return encodeURIComponent(`${index}:${wellFormed(key)}`)
}

/** Gives the index in `keys` where the page after `cursor` starts. @throws RpcError -32602 when `cursor` is not valid. */
export function decodeCursor(cursor: string, keys: readonly string[]): number {
  const [, digits, key] = /^(\d{1,9}):(.*)$/s.exec(decode(cursor)) ?? []
  if (digits === undefined || key === undefined) throw RpcError.invalidParams('Invalid cursor')
  const index = Number(digits)
  if (wellFormed(keys[index] ?? '') === key) return Math.min(index + 1, keys.length)
  const found = keys.findIndex((candidate) => wellFormed(candidate) === key)
  return found === -1 ? Math.min(index, keys.length) : found + 1
}

function decode(cursor: string): string {
  try {
    return decodeURIComponent(cursor)
  } catch {
    return ''
  }
}
