/**
 * Where a server may describe itself, in the order in which to ask: what its challenge names, at the path of its endpoint, at
 * the root.
 *
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
export function resourceMetadataUrls(serverUrl: URL, named: URL | undefined): readonly URL[] {
  const { origin, pathname } = serverUrl
  const path = pathname === '/' ? '' : pathname
  const urls = [`${origin}${wellKnown}${path}`, `${origin}${wellKnown}`]
  return [...new Set(named === undefined ? urls : [named.href, ...urls])].map((url) => new URL(url))
}

const wellKnown = '/.well-known/oauth-protected-resource'
