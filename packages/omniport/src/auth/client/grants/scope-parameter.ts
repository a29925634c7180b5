/** The parameter `scope`; left out without scopes, so that the server decides. */
export function scopeParameter(scopes: readonly string[] | undefined): { readonly scope?: string } {
  return scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(' ') }
}
