import type { Response as ExpressResponse } from 'express'
import { documentLimits, dropBody, readJson } from '../../../http-client/read-body.js'
import {
  type OAuthClientInformationFull,
  OAuthClientInformationFullSchema,
  type OAuthTokenRevocationRequest,
  type OAuthTokens,
  OAuthTokensSchema,
} from '../../../shared/auth.js'
import type { FetchLike } from '../../../shared/transport.js'
import type { OAuthRegisteredClientsStore } from '../clients.js'
import { ServerError } from '../errors.js'
import type { AuthorizationParams, OAuthServerProvider } from '../provider.js'
import type { AuthInfo } from '../types.js'

/** The endpoints of the other authorization server. */
export type ProxyEndpoints = {
  authorizationUrl: string
  tokenUrl: string
  revocationUrl?: string
  registrationUrl?: string
}

/** Options of `ProxyOAuthServerProvider`. */
export type ProxyOptions = {
  /** The endpoints of the other authorization server. */
  endpoints: ProxyEndpoints
  /** Checks access tokens. */
  verifyAccessToken: (token: string) => Promise<AuthInfo>
  /** Returns a client of the other authorization server. */
  getClient: (clientId: string) => Promise<OAuthClientInformationFull | undefined>
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: FetchLike
}

/** An authorization server that passes everything on to another, which checks PKCE as well. */
export class ProxyOAuthServerProvider implements OAuthServerProvider {
  protected readonly _endpoints: ProxyEndpoints
  protected readonly _verifyAccessToken: (token: string) => Promise<AuthInfo>
  protected readonly _getClient: (clientId: string) => Promise<OAuthClientInformationFull | undefined>
  protected readonly _fetch?: FetchLike | undefined
  skipLocalPkceValidation = true
  /** There if the other authorization server revokes tokens. */
  revokeToken?: (client: OAuthClientInformationFull, request: OAuthTokenRevocationRequest) => Promise<void>

  constructor(options: ProxyOptions) {
    this._endpoints = options.endpoints
    this._verifyAccessToken = options.verifyAccessToken
    this._getClient = options.getClient
    this._fetch = options.fetch
    const { revocationUrl } = options.endpoints
    if (!revocationUrl) return
    this.revokeToken = async (client, { token, token_type_hint: hint }) => {
      const params = withSecret(new URLSearchParams({ token, client_id: client.client_id }), client)
      if (hint) params.set('token_type_hint', hint)
      const response = await this.#post(this._endpoints.revocationUrl ?? revocationUrl, params)
      await dropBody(response)
      if (!response.ok) throw new ServerError(`Token revocation failed: ${response.status}`)
    }
  }

  get clientsStore(): OAuthRegisteredClientsStore {
    const { registrationUrl } = this._endpoints
    const getClient = this._getClient
    if (!registrationUrl) return { getClient }
    const registerClient = async (client: object) => {
      const response = await this.#post(registrationUrl, client)
      const data = await this.#read(response, 'Client registration')
      return OAuthClientInformationFullSchema.omit({ issuer: true }).parse(data)
    }
    return { getClient, registerClient }
  }

  async authorize(
    client: OAuthClientInformationFull,
    params: AuthorizationParams,
    res: ExpressResponse,
  ): Promise<void> {
    const { redirectUri, codeChallenge, state, scopes, resource } = params
    const url = new URL(this._endpoints.authorizationUrl)
    url.search = new URLSearchParams({
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: redirectUri,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      ...(state && { state }),
      ...(scopes?.length && { scope: scopes.join(' ') }),
      ...(resource && { resource: resource.href }),
    }).toString()
    res.redirect(url.toString())
  }

  /** The other authorization server knows the challenge, and checks it. */
  async challengeForAuthorizationCode(
    _client: OAuthClientInformationFull,
    _authorizationCode: string,
  ): Promise<string> {
    return ''
  }

  async exchangeAuthorizationCode(
    client: OAuthClientInformationFull,
    authorizationCode: string,
    codeVerifier?: string,
    redirectUri?: string,
    resource?: URL,
  ): Promise<OAuthTokens> {
    const grant = { grant_type: 'authorization_code', client_id: client.client_id, code: authorizationCode }
    const params = withSecret(new URLSearchParams(grant), client)
    if (codeVerifier) params.set('code_verifier', codeVerifier)
    if (redirectUri) params.set('redirect_uri', redirectUri)
    if (resource) params.set('resource', resource.href)
    return this.#exchange(params, 'Token exchange')
  }

  async exchangeRefreshToken(
    client: OAuthClientInformationFull,
    refreshToken: string,
    scopes?: string[],
    resource?: URL,
  ): Promise<OAuthTokens> {
    const grant = { grant_type: 'refresh_token', client_id: client.client_id, refresh_token: refreshToken }
    const params = withSecret(new URLSearchParams(grant), client)
    if (scopes?.length) params.set('scope', scopes.join(' '))
    if (resource) params.set('resource', resource.href)
    return this.#exchange(params, 'Token refresh')
  }

  async verifyAccessToken(token: string): Promise<AuthInfo> {
    return this._verifyAccessToken(token)
  }

  async #exchange(params: URLSearchParams, what: string): Promise<OAuthTokens> {
    const data = await this.#read(await this.#post(this._endpoints.tokenUrl, params), what)
    return OAuthTokensSchema.omit({ issuer: true }).parse(data)
  }

  #post(url: string, body: object): Promise<Response> {
    const isForm = body instanceof URLSearchParams
    return (this._fetch ?? fetch)(url, {
      method: 'POST',
      headers: { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
      body: isForm ? body.toString() : JSON.stringify(body),
    })
  }

  async #read(response: Response, what: string): Promise<unknown> {
    if (response.ok) return readJson(response, documentLimits)
    await dropBody(response)
    throw new ServerError(`${what} failed: ${response.status}`)
  }
}

function withSecret(params: URLSearchParams, { client_secret: secret }: OAuthClientInformationFull): URLSearchParams {
  if (secret) params.set('client_secret', secret)
  return params
}
