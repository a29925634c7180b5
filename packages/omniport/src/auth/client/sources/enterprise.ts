import { type AuthorizationServer, None } from 'oauth4webapi'
import type { AuthServices } from '../auth-home.js'
import type { EnterpriseGrantOptions } from '../grant-options.js'
import { basicAuth } from '../registration/basic-auth.js'
import { noClientError } from '../registration/client-for.js'
import { configuredClient } from '../registration/given-client.js'
import type { OAuthClient } from '../registration/known-client.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { readFromApplication } from './from-application.js'
import { jwtBearerGrant } from './jwt-bearer.js'
import { OAuthRefusal } from './oauth-refusal.js'
import { requestTokens } from './request-tokens.js'
import { scopeParameter } from './scope-parameter.js'
import { callTokenEndpoint } from './token-endpoint.js'

/**
 * Tokens for an employee: the identity provider of the company gives an assertion about them for the authorization server of
 * the MCP server, which then gives the tokens.
 *
 * spec: ext-auth enterprise-managed-authorization
 */
export async function enterpriseFlow(
  services: AuthServices,
  request: TokenRequest,
  grant: EnterpriseGrantOptions,
): Promise<TokenSet> {
  const oauthClient = await configuredClient(services, request.authorization)
  if (oauthClient === undefined) throw noClientError(services, request.authorization)
  const assertion = await exchangeToken(services, request, grant)
  const parameters = { assertion, ...scopeParameter(request.scopes) }
  return requestTokens(services, request, { oauthClient, grantType: jwtBearerGrant, parameters })
}

async function exchangeToken(
  services: AuthServices,
  request: TokenRequest,
  grant: EnterpriseGrantOptions,
): Promise<string> {
  const { authorization, scopes, signal } = request
  const { subjectToken } = grant
  const give = typeof subjectToken === 'function' ? subjectToken : () => subjectToken
  const parameters = {
    requested_token_type: idJag,
    audience: authorization.server.issuer,
    resource: authorization.resource,
    subject_token: await readFromApplication('auth.grant.subjectToken', give, signal),
    subject_token_type: grant.subjectTokenType ?? 'urn:ietf:params:oauth:token-type:id_token',
    ...scopeParameter(scopes),
  }
  const server = providerOf(grant)
  const oauthClient = clientOf(grant)
  const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
  const reply = await callTokenEndpoint(services, {
    server,
    oauthClient,
    grantType,
    parameters,
    signal,
    isProven: false,
  })
  const { access_token: assertion, issued_token_type: type } = reply
  if (type !== idJag || typeof assertion !== 'string' || assertion === '') {
    throw new OAuthRefusal(`the identity provider ${server.issuer} gave something else than an ID-JAG`)
  }
  return assertion
}

const idJag = 'urn:ietf:params:oauth:token-type:id-jag'

/** As far as it is needed; its issuer is only for messages. */
function providerOf({ tokenEndpoint }: EnterpriseGrantOptions): AuthorizationServer {
  return { issuer: new URL(tokenEndpoint).origin, token_endpoint: tokenEndpoint }
}

function clientOf({ clientId, clientSecret }: EnterpriseGrantOptions): OAuthClient {
  const auth = clientSecret === undefined ? None() : basicAuth(clientSecret)
  const secrets = clientSecret === undefined ? [] : [clientSecret]
  return { metadata: { client_id: clientId }, auth, secrets, isStored: false }
}
