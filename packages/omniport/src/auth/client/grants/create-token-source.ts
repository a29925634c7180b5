import type { AuthServices } from '../auth-services.js'
import { assertClientIssuer, storeClientIssuer } from '../registration/client-issuer.js'
import { configuredClient } from '../registration/configured-client.js'
import { noClientError } from '../registration/resolve-client.js'
import { requestTokens } from '../token-endpoint/request-tokens.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest, TokenSource } from '../token-source.js'
import { authorizationCodeFlow } from './authorization-code/authorization-code-flow.js'
import { checkAuthOptions } from './check-auth-options.js'
import { enterpriseFlow } from './enterprise-flow.js'
import { jwtBearerFlow } from './jwt-bearer-flow.js'
import { refreshTokens } from './refresh-tokens.js'
import { scopeParameter } from './scope-parameter.js'
import { tokenExchangeFlow } from './token-exchange-flow.js'

/**
 * Creates the token source for the grant of the options.
 *
 * @throws TypeError that names the invalid option.
 */
export function createTokenSource(services: AuthServices): TokenSource {
  checkAuthOptions(services)
  return {
    async obtain(request) {
      request.signal.throwIfAborted()
      await assertClientIssuer(services, request.authorization)
      const tokens = await obtain(services, request)
      await storeClientIssuer(services, request.authorization).catch((reason) => services.report?.(reason))
      return tokens
    },
    async refresh(refreshToken, request) {
      request.signal.throwIfAborted()
      await assertClientIssuer(services, request.authorization)
      return refreshTokens(services, refreshToken, request)
    },
  }
}

function obtain(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  const { grant = 'authorization_code' } = services.options
  if (grant === 'authorization_code') return authorizationCodeFlow(services, request)
  if (grant === 'client_credentials') return clientCredentialsFlow(services, request)
  if (grant.type === 'enterprise') return enterpriseFlow(services, request, grant)
  return grant.type === 'jwt-bearer'
    ? jwtBearerFlow(services, request, grant)
    : tokenExchangeFlow(services, request, grant)
}

/** Gets tokens for the client itself. spec: ext-auth oauth-client-credentials */
async function clientCredentialsFlow(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  const oauthClient = await configuredClient(services, request.authorization)
  if (oauthClient === undefined) throw noClientError(services, request.authorization)
  const parameters = scopeParameter(request.scopes)
  return requestTokens(services, request, { oauthClient, grantType: 'client_credentials', parameters })
}
