/**
 * How an MCP server is named that does not name itself: without query and fragment, and without a slash that stands for no
 * path.
 *
 * spec: basic/authorization#canonical-server-uri
 */
export function canonicalResource({ origin, pathname }: URL): string {
  return pathname === '/' ? origin : `${origin}${pathname}`
}
