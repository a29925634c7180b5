import { parseStoredAuthorization } from './stored-tokens.js'

/**
 * Removes from stored values what belongs to one MCP server, by its normalized URL, or to all: its authorization, tokens and
 * registrations, those with earlier authorization servers too. What another server uses stays, except for tokens that both
 * use. Returns the URLs of the servers that there were authorizations for.
 */
export function forgetServers(values: Map<string, unknown>, href?: string): readonly string[] {
  const forgotten = authorizationsIn(values).filter((one) => href === undefined || one.href === href)
  for (const { key } of forgotten) values.delete(key)
  if (href === undefined) values.clear()
  const others = authorizationsIn(values)
  for (const one of forgotten) for (const key of [...values.keys()]) if (isOf(key, one, others)) values.delete(key)
  return forgotten.map((one) => one.href)
}

interface StoredServer {
  readonly key: string
  readonly href: string
  readonly issuer: string | undefined
  readonly resource: string | undefined
}

function authorizationsIn(values: ReadonlyMap<string, unknown>): readonly StoredServer[] {
  return [...values].flatMap(([key, value]) => {
    const [kind, href] = partsOf(key)
    if (kind !== 'authorization' || typeof href !== 'string') return []
    const { resource, server: { issuer } = {} } = parseStoredAuthorization(value) ?? {}
    return [{ key, href, issuer, resource }]
  })
}

function isOf(key: string, { href, issuer, resource }: StoredServer, others: readonly StoredServer[]): boolean {
  const [kind, first, second] = partsOf(key)
  if (kind === 'client-issuer') return first === href
  if ((kind !== 'tokens' && kind !== 'client') || second === undefined || second !== resource) return false
  if (kind === 'tokens' && first === issuer) return true
  return !others.some((other) => other.issuer === first && other.resource === second)
}

/** Keys are lists as JSON; another one belongs to something else. */
function partsOf(key: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(key)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
