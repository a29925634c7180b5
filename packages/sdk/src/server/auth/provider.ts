import type { Response } from 'express'
import type { OAuthClientInformationFull, OAuthTokenRevocationRequest, OAuthTokens } from '../../shared/auth.js'
import type { OAuthRegisteredClientsStore } from './clients.js'
import type { AuthInfo } from './types.js'

/** An authorization request. */
export type AuthorizationParams = {
  state?: string
  scopes?: string[]
  codeChallenge: string
  redirectUri: string
  resource?: URL
}

/** An authorization server: what the endpoints of `mcpAuthRouter` do. */
export interface OAuthServerProvider {
  /** The registered clients. */
  get clientsStore(): OAuthRegisteredClientsStore
  /**
   * Begins a flow, here or at another authorization server. In the end the browser is sent to `redirectUri` with `code` and `state`,
   * or with `error`.
   */
  authorize(client: OAuthClientInformationFull, params: AuthorizationParams, res: Response): Promise<void>
  /** Returns the `codeChallenge` that the flow of this code began with. */
  challengeForAuthorizationCode(client: OAuthClientInformationFull, authorizationCode: string): Promise<string>
  /** Exchanges a code for tokens. */
  exchangeAuthorizationCode(
    client: OAuthClientInformationFull,
    authorizationCode: string,
    codeVerifier?: string,
    redirectUri?: string,
    resource?: URL,
  ): Promise<OAuthTokens>
  /** Exchanges a refresh token for tokens. */
  exchangeRefreshToken(
    client: OAuthClientInformationFull,
    refreshToken: string,
    scopes?: string[],
    resource?: URL,
  ): Promise<OAuthTokens>
  /** Checks an access token. */
  verifyAccessToken(token: string): Promise<AuthInfo>
  /** Revokes a token; one that is not valid is no error. */
  revokeToken?(client: OAuthClientInformationFull, request: OAuthTokenRevocationRequest): Promise<void>
  /** Leaves the check of the PKCE verifier to `exchangeAuthorizationCode`, for a provider whose upstream does it. */
  skipLocalPkceValidation?: boolean
}

/** Checks access tokens: all that a server without an authorization server of its own needs. */
export interface OAuthTokenVerifier {
  /** Checks an access token. Rejects with `InvalidTokenError`. */
  verifyAccessToken(token: string): Promise<AuthInfo>
}
