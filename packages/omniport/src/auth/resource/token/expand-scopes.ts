/** Which scopes contain others: `{ admin: ['read', 'write'] }`. */
export type ScopeHierarchy = Readonly<Record<string, readonly string[]>>

/**
 * The scopes that were granted and all that they contain, over any number of levels.
 *
 * spec: basic/authorization#step-up-authorization-flow
 */
export function expandScopes(granted: readonly string[], implies: ScopeHierarchy | undefined): readonly string[] {
  if (implies === undefined) return granted
  const all = new Set(granted)
  // What is added while a set is walked is walked too, and each only once.
  for (const scope of all) {
    if (!Object.hasOwn(implies, scope)) continue
    for (const contained of implies[scope] ?? []) all.add(contained)
  }
  return [...all]
}
