import { type AuthorizationServer, dynamicClientRegistrationRequest } from 'oauth4webapi'
import { truncate } from '../../../values/text/truncate.js'
import { isLoopbackHost } from '../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../auth-services.js'
import { advertisesDpop } from '../token-endpoint/advertises-dpop.js'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { readReply } from '../token-endpoint/read-reply.js'
import { requestOptions } from '../token-endpoint/request-options.js'
import { secretMethods } from './client-auth.js'
import type { Registration } from './registration.js'

export interface RegistrationRequest {
  readonly server: AuthorizationServer
  readonly redirectUrl: string
  readonly signal: AbortSignal
}

/**
 * Registers this client. Replies without `client_secret_expires_at` are accepted, unlike in RFC 7591, since many servers leave
 * it out.
 *
 * spec: basic/authorization/client-registration#dynamic-client-registration
 *
 * @throws OmniportError `unauthorized` with the error of the server, `unreachable` or `timeout` if the failure is transient.
 */
export async function registerClient(services: AuthServices, request: RegistrationRequest): Promise<Registration> {
  const { server, redirectUrl, signal } = request
  const metadata = metadataOf(services, request)
  const options = requestOptions(services, server.registration_endpoint, signal)
  const response = await dynamicClientRegistrationRequest(server, metadata, options)
  const reply = await readReply(response)
  const source = `registration at ${truncate(server.issuer, 256)}`
  if (reply?.['error'] !== undefined) throw OAuthRefusal.fromFields(source, { ...reply, status: response.status })
  const { client_id: clientId, client_secret: secret, token_endpoint_auth_method: method } = reply ?? {}
  if (!response.ok || !isNonEmptyString(clientId)) {
    const problem = response.ok ? 'without a client_id' : `with HTTP status ${response.status}`
    throw new OAuthRefusal(`${source} answered ${problem}`, { status: response.status })
  }
  const expires = reply?.['client_secret_expires_at']
  const requestedMethod = metadata.token_endpoint_auth_method
  return {
    issuer: server.issuer,
    clientId,
    method: isNonEmptyString(method) ? method : requestedMethod,
    redirectUrl,
    ...(isNonEmptyString(secret) ? { clientSecret: secret } : {}),
    // 0 means never.
    ...(isNonEmptyString(secret) && typeof expires === 'number' && expires > 0
      ? { secretExpiresAt: expires * 1000 }
      : {}),
  }
}

function metadataOf(services: AuthServices, { server, redirectUrl }: RegistrationRequest) {
  const grants: unknown = server.grant_types_supported
  const isRefreshable = !Array.isArray(grants) || grants.includes('refresh_token')
  const [method = 'none'] = secretMethods(server)
  return {
    client_name: services.clientName,
    redirect_uris: [redirectUrl],
    grant_types: isRefreshable ? ['authorization_code', 'refresh_token'] : ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: isLoopbackHost(new URL(redirectUrl).hostname) ? 'native' : 'web',
    ...(services.prover !== undefined && advertisesDpop(server) ? { dpop_bound_access_tokens: true } : {}),
  }
}

const maxLength = 8192

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength
}
