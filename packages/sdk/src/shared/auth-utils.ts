/** The resource that tokens of a server are for: its URL without the fragment. spec: RFC 8707, 2 */
export function resourceUrlFromServerUrl(url: URL | string): URL {
  const resource = new URL(url)
  resource.hash = ''
  return resource
}

/** Whether a requested resource is the configured one, or below it. */
export function checkResourceAllowed({
  requestedResource,
  configuredResource,
}: {
  requestedResource: URL | string
  configuredResource: URL | string
}): boolean {
  const requested = new URL(requestedResource)
  const configured = new URL(configuredResource)
  if (requested.origin !== configured.origin || requested.pathname.length < configured.pathname.length) return false
  return withSlash(requested.pathname).startsWith(withSlash(configured.pathname))
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`
}
