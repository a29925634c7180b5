import type { AuthServices } from '../auth-services.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { callTokenEndpoint } from './call-token-endpoint.js'
import { isProven } from './is-proven.js'
import { toTokenSet } from './to-token-set.js'

/** A grant for one token request. */
export interface Grant {
  readonly oauthClient: OAuthClient
  readonly grantType: string
  /** Without `resource`, which is added to every request. */
  readonly parameters: Readonly<Record<string, string>>
  /** The refresh token to keep if the reply has none. */
  readonly refreshToken?: string | undefined
}

/**
 * Requests tokens for the MCP server from its authorization server.
 *
 * spec: basic/authorization#resource-parameter-implementation
 *
 * @throws OmniportError `unauthorized`, or `unreachable` or `timeout` if the failure is transient.
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
