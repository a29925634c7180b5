/** Scopes that contain others: `{ admin: ['read', 'write'] }`. */
export type ScopeHierarchy = Readonly<Record<string, readonly string[]>>

/**
 * Returns the granted scopes and all that they contain, at any depth.
 *
 * spec: basic/authorization#step-up-authorization-flow
 */
export function expandScopes(granted: readonly string[], implies: ScopeHierarchy | undefined): readonly string[] {
  if (implies === undefined) return granted
  const all = new Set(granted)
  // The loop also visits scopes that it adds, each only once.
  for (const scope of all) {
    const contained = Object.hasOwn(implies, scope) ? implies[scope] : undefined
    for (const each of contained ?? []) all.add(each)
  }
  return [...all]
}
