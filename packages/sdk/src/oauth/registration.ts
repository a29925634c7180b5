import { parseUrl } from '#core/http'
import { documentLimits, readJson } from '../http-client/read-body.js'
import {
  type AuthorizationServerMetadata,
  type OAuthClientInformationFull,
  OAuthClientInformationFullSchema,
  type OAuthClientMetadata,
} from '../shared/auth.js'
import { type FetchLike, fetchWithinOrigin } from '../shared/transport.js'
import { parseErrorResponse } from './error-response.js'

/** Options of `registerClient`. */
export interface RegisterClientOptions {
  metadata?: AuthorizationServerMetadata
  clientMetadata: OAuthClientMetadata
  /** Replaces the scope of `clientMetadata`. */
  scope?: string
  fetchFn?: FetchLike
}

/**
 * Registers a client. Rejects with an `OAuthError` when the server refuses, and with an Error when its metadata has no place to
 * register at.
 *
 * spec: RFC 7591
 */
export async function registerClient(
  authorizationServerUrl: string | URL,
  { metadata, clientMetadata, scope, fetchFn }: RegisterClientOptions,
): Promise<OAuthClientInformationFull> {
  if (metadata && !metadata.registration_endpoint) {
    throw new Error('Incompatible auth server: does not support dynamic client registration')
  }
  const url = metadata?.registration_endpoint
    ? new URL(metadata.registration_endpoint)
    : new URL('/register', authorizationServerUrl)
  const response = await fetchWithinOrigin(fetchFn ?? fetch)(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(scope === undefined ? clientMetadata : { ...clientMetadata, scope }),
  })
  if (!response.ok) throw await parseErrorResponse(response)
  // The client says itself where a registration is from: the server has no say in that.
  return OAuthClientInformationFullSchema.omit({ issuer: true }).parse(await readJson(response, documentLimits))
}

/** Returns true for an https address with a path, which may be the id of a client. */
export function isHttpsUrl(value?: string): boolean {
  const url = value ? parseUrl(value) : undefined
  return url?.protocol === 'https:' && url.pathname !== '/'
}
