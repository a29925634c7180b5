import { documentLimits, readJson } from '../http-client/read-body.js'
import {
  type AuthorizationServerMetadata,
  type OAuthClientInformationMixed,
  type OAuthTokens,
  OAuthTokensSchema,
} from '../shared/auth.js'
import { type FetchLike, fetchWithinOrigin } from '../shared/transport.js'
import { authenticateClient, selectClientAuthMethod } from './client-authentication.js'
import { parseErrorResponse } from './error-response.js'
import { boundElsewhere, boundTo } from './issuer-binding.js'
import type { OAuthClientProvider } from './provider.js'
import { resourceText } from './resource.js'

/** The parts of a token request that do not depend on the grant. */
interface TokenRequestOptions {
  metadata?: AuthorizationServerMetadata | undefined
  clientInformation?: OAuthClientInformationMixed | undefined
  resource?: string | URL | undefined
  addClientAuthentication?: OAuthClientProvider['addClientAuthentication'] | undefined
  fetchFn?: FetchLike | undefined
}

/** Options of `exchangeAuthorization`. */
export interface ExchangeAuthorizationOptions extends TokenRequestOptions {
  clientInformation: OAuthClientInformationMixed
  authorizationCode: string
  codeVerifier: string
  redirectUri: string | URL
}

/** Options of `refreshAuthorization`. */
export interface RefreshAuthorizationOptions extends TokenRequestOptions {
  clientInformation: OAuthClientInformationMixed
  refreshToken: string
}

/** Options of `fetchToken`. */
export interface FetchTokenOptions extends Pick<TokenRequestOptions, 'metadata' | 'resource' | 'fetchFn'> {
  /** For the default grant: an authorization code. */
  authorizationCode?: string | undefined
}

/** The parameters that exchange an authorization code. */
export function prepareAuthorizationCodeRequest(
  authorizationCode: string,
  codeVerifier: string,
  redirectUri: string | URL,
): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code: authorizationCode,
    code_verifier: codeVerifier,
    redirect_uri: String(redirectUri),
  })
}

/** Exchanges an authorization code for tokens. Rejects with an `OAuthError` when the server refuses. */
export async function exchangeAuthorization(
  authorizationServerUrl: string | URL,
  options: ExchangeAuthorizationOptions,
): Promise<OAuthTokens> {
  const { authorizationCode, codeVerifier, redirectUri } = options
  const params = prepareAuthorizationCodeRequest(authorizationCode, codeVerifier, redirectUri)
  return requestTokens(authorizationServerUrl, params, options)
}

/**
 * Gets new tokens for a refresh token, which is kept where the server sends no new one. Rejects with an `OAuthError` when the
 * server refuses.
 */
export async function refreshAuthorization(
  authorizationServerUrl: string | URL,
  options: RefreshAuthorizationOptions,
): Promise<OAuthTokens> {
  const { refreshToken } = options
  const params = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const tokens = await requestTokens(authorizationServerUrl, params, options)
  return { refresh_token: refreshToken, ...tokens }
}

/**
 * Gets tokens with the grant that the provider prepares, else with an authorization code. Sends nothing to an authorization server
 * that the stored client does not belong to.
 */
export async function fetchToken(
  provider: OAuthClientProvider,
  authorizationServerUrl: string | URL,
  { metadata, resource, authorizationCode, fetchFn }: FetchTokenOptions = {},
): Promise<OAuthTokens> {
  const known = await readClient(provider, String(authorizationServerUrl))
  const prepared = await provider.prepareTokenRequest?.(provider.clientMetadata.scope)
  const params = prepared ?? (await prepareCodeExchange(provider, authorizationCode))
  // A provider may get to know its client while it prepares the request.
  const clientInformation = known ?? (await readClient(provider, String(authorizationServerUrl)))
  const { addClientAuthentication } = provider
  const options = { metadata, clientInformation, resource, addClientAuthentication, fetchFn }
  return requestTokens(authorizationServerUrl, params, options)
}

async function readClient(
  provider: OAuthClientProvider,
  issuer: string,
): Promise<OAuthClientInformationMixed | undefined> {
  const stored = await provider.clientInformation()
  const bound = boundTo(stored, issuer)
  if (stored && !bound) throw boundElsewhere(stored, issuer)
  return bound
}

async function prepareCodeExchange(provider: OAuthClientProvider, code: string | undefined): Promise<URLSearchParams> {
  if (!code) throw new Error('Either provider.prepareTokenRequest() or authorizationCode is required')
  const { redirectUrl } = provider
  if (!redirectUrl) throw new Error('redirectUrl is required for authorization_code flow')
  return prepareAuthorizationCodeRequest(code, await provider.codeVerifier(), redirectUrl)
}

async function requestTokens(
  authorizationServerUrl: string | URL,
  params: URLSearchParams,
  { metadata, clientInformation, resource, addClientAuthentication, fetchFn }: TokenRequestOptions,
): Promise<OAuthTokens> {
  const url = metadata?.token_endpoint ? new URL(metadata.token_endpoint) : new URL('/token', authorizationServerUrl)
  const headers = new Headers({ 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' })
  if (resource) params.set('resource', resourceText(resource))
  if (addClientAuthentication) {
    await addClientAuthentication(headers, params, url, metadata)
  } else if (clientInformation) {
    const method = selectClientAuthMethod(clientInformation, metadata?.token_endpoint_auth_methods_supported ?? [])
    authenticateClient(method, clientInformation, { headers, params })
  }
  const response = await fetchWithinOrigin(fetchFn ?? fetch)(url, { method: 'POST', headers, body: params })
  if (!response.ok) throw await parseErrorResponse(response)
  // The client says itself where tokens are from: the server has no say in that.
  return OAuthTokensSchema.omit({ issuer: true }).parse(await readJson(response, documentLimits))
}
