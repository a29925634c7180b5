import type { AuthServices } from '../auth-home.js'
import { noClient } from '../registration/client-for.js'
import { givenClient } from '../registration/given-client.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { requestTokens } from './request-tokens.js'
import { scopeParameter } from './scope-parameter.js'

/** Tokens for the client itself. spec: ext-auth oauth-client-credentials */
export async function obtainForClient(services: AuthServices, request: TokenRequest): Promise<TokenSet> {
  const known = await givenClient(services, request.authorization)
  if (known === undefined) throw noClient(services, request.authorization)
  const parameters = scopeParameter(request.scopes)
  return requestTokens(services, request, { known, grantType: 'client_credentials', parameters })
}
