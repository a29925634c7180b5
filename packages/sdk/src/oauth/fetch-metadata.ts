import { type FetchLike, fetchWithinOrigin } from '../shared/transport.js'

/**
 * Fetches a metadata document, and again without headers when the first request fails as a browser's does where the server does not
 * allow them. Resolves with undefined when that fails too.
 */
export async function fetchMetadata(
  url: URL,
  headers: Record<string, string>,
  fetchFn: FetchLike = fetch,
): Promise<Response | undefined> {
  const send = fetchWithinOrigin(fetchFn)
  for (const init of [{ headers }, {}]) {
    try {
      return await send(url, init)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
  }
  return undefined
}

/** What to look for, and where. */
export interface WellKnownOptions {
  readonly name: 'oauth-protected-resource' | 'oauth-authorization-server'
  readonly protocolVersion: string
  /** The address of the document, where it is known. */
  readonly metadataUrl?: string | URL | undefined
  readonly fetchFn: FetchLike
}

/**
 * Looks for a document at the well-known address for the path of `base`, and then at that of its root. Resolves with the last reply,
 * or with undefined when there is none.
 */
export async function fetchWellKnown(base: URL, options: WellKnownOptions): Promise<Response | undefined> {
  const { name, metadataUrl, fetchFn } = options
  const headers = { 'MCP-Protocol-Version': options.protocolVersion }
  const first = metadataUrl ? new URL(metadataUrl) : wellKnownUrl(base, name)
  const response = await fetchMetadata(first, headers, fetchFn)
  if (metadataUrl || !mayBeAtRoot(response, base)) return response
  return fetchMetadata(new URL(`/.well-known/${name}`, base), headers, fetchFn)
}

/** spec: RFC 9728 section 3.1, RFC 8414 section 3.1 */
function wellKnownUrl(base: URL, name: string): URL {
  const url = new URL(`/.well-known/${name}${withoutSlash(base.pathname)}`, base)
  url.search = base.search
  return url
}

function mayBeAtRoot(response: Response | undefined, { pathname }: URL): boolean {
  if (!response) return true
  return !response.ok && response.status < 500 && pathname !== '/'
}

/** A path without the slash at its end. */
export function withoutSlash(pathname: string): string {
  return pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}
