import type { AuthServices } from '../auth-home.js'
import { noClientError } from '../registration/client-for.js'
import { configuredClient } from '../registration/given-client.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { requestTokens } from './request-tokens.js'
import { scopeParameter } from './scope-parameter.js'

/** Tokens for the client itself. spec: ext-auth oauth-client-credentials */
export async function clientCredentialsFlow(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  const oauthClient = await configuredClient(services, request.authorization)
  if (oauthClient === undefined) throw noClientError(services, request.authorization)
  const parameters = scopeParameter(request.scopes)
  return requestTokens(services, request, { oauthClient, grantType: 'client_credentials', parameters })
}
