import { type AuthorizationServer, dynamicClientRegistrationRequest } from 'oauth4webapi'
import { truncate } from '../../../values/text/truncate.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../auth-services.js'
import { scopeParameter } from '../grants/scope-parameter.js'
import { advertisesDpop } from '../token-endpoint/advertises-dpop.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { isError, readReply } from '../token-endpoint/read-reply.js'
import { requestOptions } from '../token-endpoint/request-options.js'
import { secretMethod, secretMethods } from './client-auth.js'
import type { Registration } from './registration.js'

export interface RegistrationRequest {
  readonly server: AuthorizationServer
  readonly redirectUrl: string
  /** Undefined if the server chooses those that the client may request. */
  readonly scopes: readonly string[] | undefined
  readonly signal: AbortSignal
}

/**
 * Registers this client. Replies are accepted with any status of success, and without the members that RFC 7591 requires
 * beside `client_id`, since many servers leave them out, or set them to null or an empty text.
 *
 * spec: basic/authorization/client-registration#dynamic-client-registration
 *
 * @throws OmniportError `unauthorized` with the error of the server, `unreachable` or `timeout` if the failure is transient.
 */
export async function registerClient(services: AuthServices, request: RegistrationRequest): Promise<Registration> {
  const { server, redirectUrl, scopes, signal } = request
  const metadata = metadataOf(services, request)
  const options = requestOptions(services, server.registration_endpoint, signal)
  const response = await dynamicClientRegistrationRequest(server, metadata, options)
  const reply = await readReply(response)
  const source = `registration at ${truncate(server.issuer, 256)}`
  // Without metadata, the endpoint is one that servers of old revisions have; what is there says its own error.
  if (response.status === 404 && typeof reply?.['error'] !== 'string') {
    const advice = 'if nobody can sign in to the server, give a token: auth.token, or --bearer-env of the command'
    const problem = `${source} is not there (HTTP status 404); ${advice}`
    throw new OAuthRefusal(problem, { status: 404 })
  }
  if (isError(reply)) throw OAuthRefusal.fromFields(source, { ...reply, status: response.status })
  const { client_id: clientId, client_secret: secret, token_endpoint_auth_method: method } = reply ?? {}
  if (!response.ok || !isNonEmptyString(clientId)) {
    const problem = response.ok ? 'without a client_id' : `with HTTP status ${response.status}`
    throw new OAuthRefusal(`${source} answered ${problem}`, { status: response.status })
  }
  const expires = Number(reply?.['client_secret_expires_at'] ?? 0)
  const hasSecret = isNonEmptyString(secret)
  // A server that does not say which method it chose, and sends a secret, expects to see it.
  const expectedMethod = hasSecret ? secretMethod(server) : metadata.token_endpoint_auth_method
  return {
    issuer: server.issuer,
    clientId,
    method: isNonEmptyString(method) ? method : expectedMethod,
    redirectUrl,
    ...(scopes === undefined ? {} : { scopes }),
    ...(hasSecret ? { clientSecret: secret } : {}),
    // 0 means never.
    ...(hasSecret && expires > 0 ? { secretExpiresAt: expires * 1000 } : {}),
  }
}

function metadataOf(services: AuthServices, { server, redirectUrl, scopes }: RegistrationRequest) {
  const grants: unknown = server.grant_types_supported
  const isRefreshable = !Array.isArray(grants) || grants.includes('refresh_token')
  const [method = 'none'] = secretMethods(server)
  return {
    client_name: services.clientName,
    redirect_uris: [redirectUrl],
    grant_types: isRefreshable ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    ...scopeParameter(scopes),
    application_type: isLoopbackHost(new URL(redirectUrl).hostname) ? 'native' : 'web',
    ...(services.prover !== undefined && advertisesDpop(server) ? { dpop_bound_access_tokens: true } : {}),
  }
}

const maxLength = 8192

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}
