/** The parameter `scope`; none where no scopes are named, and the server decides. */
export function scopeParameter(scopes: readonly string[] | undefined): { readonly scope?: string } {
  return scopes === undefined || scopes.length === 0 ? {} : { scope: scopes.join(' ') }
}
