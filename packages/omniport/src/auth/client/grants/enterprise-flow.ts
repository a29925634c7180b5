import type { AuthorizationServer } from 'oauth4webapi'
import type { AuthServices } from '../auth-services.js'
import type { EnterpriseGrantOptions } from '../grant-options.js'
import { clientAuth } from '../registration/client-auth.js'
import { configuredClient } from '../registration/configured-client.js'
import type { OAuthClient } from '../registration/oauth-client.js'
import { noClientError } from '../registration/resolve-client.js'
import { callTokenEndpoint } from '../token-endpoint/call-token-endpoint.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { requestTokens } from '../token-endpoint/request-tokens.js'
import type { TokenSet } from '../token-set.js'
import type { TokenRequest } from '../token-source.js'
import { jwtBearerGrant } from './jwt-bearer-flow.js'
import { readFromApplication } from './read-from-application.js'
import { scopeParameter } from './scope-parameter.js'
import { tokenExchangeGrant } from './token-exchange-flow.js'

/**
 * Gets tokens for an employee: the identity provider of the company issues an assertion, which the authorization server of the
 * MCP server exchanges for tokens.
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
  const readToken = typeof subjectToken === 'function' ? subjectToken : () => subjectToken
  const parameters = {
    requested_token_type: idJag,
    audience: authorization.server.issuer,
    resource: authorization.resource,
    subject_token: await readFromApplication('auth.grant.subjectToken', readToken, signal),
    subject_token_type: grant.subjectTokenType ?? 'urn:ietf:params:oauth:token-type:id_token',
    ...scopeParameter(scopes),
  }
  const server = providerOf(grant)
  const oauthClient = clientOf(grant)
  const reply = await callTokenEndpoint(services, {
    server,
    oauthClient,
    grantType: tokenExchangeGrant,
    parameters,
    signal,
  })
  const { access_token: assertion, issued_token_type: type } = reply
  if (type !== idJag || typeof assertion !== 'string' || assertion === '') {
    throw new OAuthRefusal(`the identity provider ${server.issuer} did not return an ID-JAG`)
  }
  return assertion
}

const idJag = 'urn:ietf:params:oauth:token-type:id-jag'

/** The identity provider as a server; its issuer is used in messages, and to store what worked there. */
function providerOf({ tokenEndpoint }: EnterpriseGrantOptions): AuthorizationServer {
  return { issuer: new URL(tokenEndpoint).origin, token_endpoint: tokenEndpoint }
}

function clientOf({ clientId, clientSecret }: EnterpriseGrantOptions): OAuthClient {
  const secrets = clientSecret === undefined ? [] : [clientSecret]
  return {
    metadata: { client_id: clientId },
    ...clientAuth('client_secret_basic', clientSecret),
    secrets,
    isStored: false,
  }
}
