import { truncate } from '../../../values/text/truncate.js'
import type { AuthServices } from '../auth-services.js'
import type { TokenExchangeGrantOptions } from '../grant-options.js'
import { configuredClient } from '../registration/configured-client.js'
import { noClientError } from '../registration/resolve-client.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { requestTokens } from '../token-endpoint/request-tokens.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { readFromApplication } from './read-from-application.js'
import { scopeParameter } from './scope-parameter.js'

/**
 * Exchanges the token of a caller for one for the MCP server. spec: RFC 8693#section-2.1
 *
 * The token of the caller reaches no MCP server: its authorization server gets it, and that must be the one that is configured.
 */
export async function tokenExchangeFlow(
  services: AuthServices,
  request: TokenRequest,
  { subjectToken, subjectTokenType = accessToken, audience }: TokenExchangeGrantOptions,
): Promise<TokenSet> {
  const { authorization, scopes, signal } = request
  const oauthClient = await configuredClient(services, authorization)
  if (oauthClient === undefined) throw noClientError(services, authorization)
  const read = typeof subjectToken === 'function' ? subjectToken : () => subjectToken
  const token = await readFromApplication('auth.grant.subjectToken', read, signal)
  const parameters = {
    subject_token: token,
    subject_token_type: subjectTokenType,
    requested_token_type: accessToken,
    ...(audience !== undefined && { audience }),
    ...scopeParameter(scopes),
  }
  const tokens = await requestTokens(services, request, { oauthClient, grantType: tokenExchangeGrant, parameters })
  if (tokens.accessToken !== token) return tokens
  const { issuer } = authorization.server
  throw new OAuthRefusal(`${truncate(issuer, 256)} returned the token of the caller, which is not for the MCP server`)
}

/** spec: RFC 8693#section-2.1 */
export const tokenExchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'

const accessToken = 'urn:ietf:params:oauth:token-type:access_token'
