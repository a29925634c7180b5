import type { AuthServices } from '../auth-services.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { callTokenEndpoint } from './call-token-endpoint.js'
import { isProven } from './is-proven.js'
import { toTokenSet } from './to-token-set.js'

/** One way to ask for the tokens of a request. */
export interface Grant {
  readonly oauthClient: OAuthClient
  readonly grantType: string
  /** But for `resource`, which every request has. */
  readonly parameters: Readonly<Record<string, string>>
  /** The one to keep where the answer has none. */
  readonly refreshToken?: string | undefined
}

/**
 * Asks the authorization server for tokens for the MCP server.
 *
 * spec: basic/authorization#resource-parameter-implementation
 *
 * @throws OmniportError `unauthorized`; `unreachable` or `timeout` where that may be over in a moment.
 */
export async function requestTokens(services: AuthServices, request: TokenRequest, grant: Grant): Promise<TokenSet> {
  const { authorization, scopes, signal } = request
  const { server, resource } = authorization
  const proven = isProven(services, server)
  const { oauthClient, grantType, refreshToken } = grant
  const parameters = { ...grant.parameters, resource }
  const reply = await callTokenEndpoint(services, {
    server,
    oauthClient,
    grantType,
    parameters,
    signal,
    isProven: proven,
  })
  return toTokenSet(reply, { server, scopes, refreshToken, isProven: proven }, services)
}
