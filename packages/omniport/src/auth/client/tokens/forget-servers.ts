import { parseStoredAuthorization } from './stored-tokens.js'

/**
 * Removes from stored values what belongs to one MCP server, by its normalized URL, or to all: its authorization, tokens and
 * registrations. Returns the URLs of the servers that there were authorizations for.
 */
export function forgetServers(values: Map<string, unknown>, href?: string): readonly string[] {
  const forgotten: string[] = []
  for (const [key, value] of [...values]) {
    const [kind, server] = partsOf(key)
    if (kind !== 'authorization' || typeof server !== 'string') continue
    if (href !== undefined && server !== href) continue
    forgotten.push(server)
    values.delete(key)
    const { resource, server: { issuer } = {} } = parseStoredAuthorization(value) ?? {}
    for (const other of values.keys()) if (isOf(other, { href: server, issuer, resource })) values.delete(other)
  }
  if (href === undefined) values.clear()
  return forgotten
}

interface StoredServer {
  readonly href: string
  readonly issuer: string | undefined
  readonly resource: string | undefined
}

function isOf(key: string, { href, issuer, resource }: StoredServer): boolean {
  const [kind, first, second] = partsOf(key)
  if (kind === 'client-issuer') return first === href
  return (kind === 'tokens' || kind === 'client') && first === issuer && second === resource
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
