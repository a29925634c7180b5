/**
 * The identifier of an MCP server without metadata: its URL without query, fragment, and a lone slash as path.
 *
 * spec: basic/authorization#canonical-server-uri
 */
export function canonicalResource({ origin, pathname }: URL): string {
  return pathname === '/' ? origin : `${origin}${pathname}`
}
