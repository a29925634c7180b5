/** The names by which a machine reaches itself, as they stand in `Host`. */
export const loopbackHosts: readonly string[] = Object.freeze(['localhost', '127.0.0.1', '[::1]'])

/** Tells if the value of a `Host` header, or a name that is allowed there, is one of them, with any port or none. */
export function isLoopbackAuthority(authority: string): boolean {
  return loopbackHosts.includes(authority.toLowerCase().replace(/:\d{1,5}$/, ''))
}
