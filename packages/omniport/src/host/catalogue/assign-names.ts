import type { NameChoices } from './tool-names.js'

/**
 * A name for each, from its choices: the first that no other came to as well. Where several did none of them gets it: a name
 * never means another tool because of who was there first. The order makes no difference, and is kept.
 */
export function assignNames<T extends { readonly names: NameChoices }>(items: readonly T[]): ReadonlyMap<string, T> {
  /** Null: several came to it. */
  const claims = new Map<string, T | null>()
  const choice = new Map<T, number>()
  const current = (item: T) => item.names[choice.get(item) ?? 0] ?? item.names[0]
  const moving = [...items]
  for (let item = moving.pop(); item !== undefined; item = moving.pop()) {
    const name = current(item)
    const other = claims.get(name)
    claims.set(name, other === undefined ? item : null)
    if (other === undefined) continue
    for (const one of other === null ? [item] : [other, item]) {
      const next = (choice.get(one) ?? 0) + 1
      if (next === one.names.length) continue // it has no other, and keeps this one
      choice.set(one, next)
      moving.push(one)
    }
  }
  const named = new Map<string, T>()
  for (const item of items) if (!named.has(current(item))) named.set(current(item), item)
  return named
}
