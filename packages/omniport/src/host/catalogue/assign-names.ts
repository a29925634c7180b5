import type { NameChoices } from './tool-names.js'

/**
 * A name for each, from its choices: the first that no other has as well. Where several have the same one none of them gets
 * it: a name never comes to mean another tool because of who was there first. The order makes no difference.
 */
export function assignNames<T extends { readonly names: NameChoices }>(items: readonly T[]): ReadonlyMap<string, T> {
  const choice = new Map<T, number>()
  for (;;) {
    const { named, contested } = claim(items, choice)
    // Whoever has no other choice keeps its name.
    const yielding = [...contested].filter((item) => at(choice, item) < item.names.length - 1)
    if (yielding.length === 0) return named
    for (const item of yielding) choice.set(item, at(choice, item) + 1)
  }
}

function claim<T extends { readonly names: NameChoices }>(items: readonly T[], choice: ReadonlyMap<T, number>) {
  const named = new Map<string, T>()
  const contested = new Set<T>()
  for (const item of items) {
    const name = item.names[at(choice, item)] ?? item.names[0]
    const other = named.get(name)
    if (other === undefined) named.set(name, item)
    else contested.add(other).add(item)
  }
  return { named, contested }
}

function at<T>(choice: ReadonlyMap<T, number>, item: T): number {
  return choice.get(item) ?? 0
}
