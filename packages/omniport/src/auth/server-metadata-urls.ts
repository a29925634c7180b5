/**
 * The metadata URLs of an authorization server, in the order to try.
 *
 * spec: basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery
 */
export function serverMetadataUrls({ origin, pathname }: URL): readonly URL[] {
  const path = pathname.replace(/\/$/, '')
  const urls = [`${origin}${oauth}${path}`, `${origin}${openid}${path}`, `${origin}${path}${openid}`]
  return [...new Set(urls)].map((url) => new URL(url))
}

const oauth = '/.well-known/oauth-authorization-server'
const openid = '/.well-known/openid-configuration'
