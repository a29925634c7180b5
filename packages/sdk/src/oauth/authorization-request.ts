import { sha256Base64Url } from '#core/http'
import type { AuthorizationServerMetadata, OAuthClientInformationMixed } from '../shared/auth.js'
import { resourceText } from './resource.js'

/** Options of `startAuthorization`. */
export interface StartAuthorizationOptions {
  metadata?: AuthorizationServerMetadata
  clientInformation: OAuthClientInformationMixed
  redirectUrl: string | URL
  scope?: string
  state?: string
  resource?: string | URL
}

/**
 * Begins an authorization-code flow: makes a PKCE verifier and the address to send the browser to.
 *
 * @throws Error when the metadata says that the authorization server has no code flow, or no PKCE with S256.
 */
export async function startAuthorization(
  authorizationServerUrl: string | URL,
  { metadata, clientInformation, redirectUrl, scope, state, resource }: StartAuthorizationOptions,
): Promise<{ authorizationUrl: URL; codeVerifier: string }> {
  const authorizationUrl = metadata
    ? new URL(metadata.authorization_endpoint)
    : new URL('/authorize', authorizationServerUrl)
  if (metadata) assertCodeFlow(metadata)
  const codeVerifier = createVerifier()
  const params = authorizationUrl.searchParams
  params.set('response_type', 'code')
  params.set('client_id', clientInformation.client_id)
  params.set('code_challenge', await sha256Base64Url(codeVerifier))
  params.set('code_challenge_method', 'S256')
  params.set('redirect_uri', String(redirectUrl))
  if (state) params.set('state', state)
  if (scope) params.set('scope', scope)
  // A refresh token needs the consent of the person. spec: OpenID Connect Core section 11
  if (scope?.includes('offline_access')) params.append('prompt', 'consent')
  if (resource) params.set('resource', resourceText(resource))
  return { authorizationUrl, codeVerifier }
}

function assertCodeFlow(metadata: AuthorizationServerMetadata): void {
  const { response_types_supported: types, code_challenge_methods_supported: methods } = metadata
  if (!types.includes('code')) throw incompatible('response type code')
  if (methods && !methods.includes('S256')) throw incompatible('code challenge method S256')
}

function incompatible(what: string): Error {
  return new Error(`Incompatible auth server: does not support ${what}`)
}

/** A PKCE verifier of 43 characters. spec: RFC 7636 section 4.1 */
function createVerifier(): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
