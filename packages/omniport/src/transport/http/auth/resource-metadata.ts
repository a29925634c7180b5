import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { preflightHeaders } from '../guards/check-host.js'
import { HttpError } from '../requests/http-error.js'
import type { HttpReply, HttpRequest } from '../requests/http-request.js'
import type { ProtectedResource } from './protected-resource.js'

const wellKnown = '/.well-known/oauth-protected-resource'

/** Returns the URL of the metadata of a resource. spec: RFC 9728#section-3.1 */
export function metadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource)
  return origin + wellKnown + (pathname === '/' ? '' : pathname) + search
}

/**
 * Publishes the metadata of a protected resource under its own well-known path, that of the endpoint, and that of the root.
 * Web pages of any origin may read it, and no authentication is needed.
 * spec: basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements
 */
export class ResourceMetadata {
  readonly paths: readonly string[]
  readonly #body: Uint8Array

  constructor(metadata: ProtectedResource, endpoint: string) {
    const own = new URL(metadataUrl(metadata.resource)).pathname
    this.paths = [...new Set([own, wellKnown + (endpoint === '/' ? '' : endpoint), wellKnown])]
    this.#body = new TextEncoder().encode(JSON.stringify(toDocument(metadata)))
  }

  /** @throws HttpError 405 */
  serve(request: HttpRequest, reply: HttpReply): void {
    const { method } = request
    if (method === 'OPTIONS') reply.send(204, { ...preflightHeaders(request, 'GET, HEAD'), ...anyOrigin })
    else if (method === 'GET' || method === 'HEAD') reply.send(200, headers, this.#body)
    else
      throw new HttpError(405, RpcError.invalidRequest('Only GET is served here'), { ...anyOrigin, allow: 'GET, HEAD' })
  }
}

function toDocument({ scopes_supported: scopes, ...metadata }: ProtectedResource): object {
  const offered = scopes?.filter((scope) => scope !== 'offline_access') ?? []
  return { ...metadata, ...(offered.length > 0 && { scopes_supported: offered }) }
}

const anyOrigin = { 'access-control-allow-origin': '*', vary: 'Origin' }

const headers = {
  'access-control-allow-origin': '*',
  'content-type': 'application/json',
  'cache-control': 'public, max-age=3600',
}
