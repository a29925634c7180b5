import type { AuthServices } from '../auth-services.js'
import { findKnownClient } from '../registration/resolve-client.js'
import { unnamedClient } from '../registration/unnamed-client.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { requestTokens } from '../token-endpoint/request-tokens.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'

/**
 * Refreshes tokens. Undefined if the refresh token or its client is no longer valid; then the user has to agree again.
 *
 * spec: basic/authorization#refresh-tokens
 */
export async function refreshTokens(
  services: AuthServices,
  refreshToken: string,
  request: TokenRequest,
): Promise<TokenSet | undefined> {
  const isUnnamed = typeof services.options.grant === 'object' && services.options.grant.type === 'jwt-bearer'
  const oauthClient =
    (await findKnownClient(services, request.authorization)) ?? (isUnnamed ? unnamedClient : undefined)
  if (oauthClient === undefined) return undefined
  const parameters = { refresh_token: refreshToken }
  try {
    return await requestTokens(services, request, { oauthClient, grantType: 'refresh_token', parameters, refreshToken })
  } catch (reason) {
    if (!(reason instanceof OAuthRefusal)) throw reason
    if (reason.isOfClient) {
      if (oauthClient.forget === undefined) throw reason
      await oauthClient.forget()
      return undefined
    }
    if (isLasting(reason)) return undefined
    throw reason
  }
}

/** True unless the error is transient: servers report an expired refresh token by many codes, or without one. */
function isLasting({ code, error, status }: OAuthRefusal): boolean {
  if (code !== 'unauthorized') return false
  return error === undefined ? status === 400 || status === 401 : error !== 'use_dpop_nonce'
}
