import type { AuthServices } from '../auth-services.js'
import type { JwtBearerGrantOptions } from '../grant-options.js'
import { configuredClient } from '../registration/configured-client.js'
import { unnamedClient } from '../registration/unnamed-client.js'
import { requestTokens } from '../token-endpoint/request-tokens.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { readFromApplication } from './read-from-application.js'
import { scopeParameter } from './scope-parameter.js'

/** Gets tokens for a workload that its platform vouches for. spec: RFC 7523#section-2.1 */
export async function jwtBearerFlow(
  services: AuthServices,
  request: TokenRequest,
  { assertion }: JwtBearerGrantOptions,
): Promise<TokenSet> {
  const { authorization, scopes, signal } = request
  const { server, resource } = authorization
  const oauthClient = (await configuredClient(services, authorization)) ?? unnamedClient
  const assertionRequest = { audience: server.issuer, resource, scopes, signal }
  const jwt = await readFromApplication('auth.grant.assertion', () => assertion(assertionRequest), signal)
  const parameters = { assertion: jwt, ...scopeParameter(scopes) }
  return requestTokens(services, request, { oauthClient, grantType: jwtBearerGrant, parameters })
}

/** spec: RFC 7523#section-2.1 */
export const jwtBearerGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
