import { parseUrl } from '../../../../values/text/parse-url.js'
import { truncate } from '../../../../values/text/truncate.js'
import { assertBrowserUrl } from '../../../ssrf-guard/assert-browser-url.js'
import { isLoopbackHost } from '../../../ssrf-guard/is-loopback-host.js'
import type { AuthServices } from '../../auth-services.js'
import { isProven } from '../../token-endpoint/is-proven.js'
import { OAuthRefusal } from '../../token-endpoint/oauth-refusal.js'
import type { TokenRequest } from '../../token-source.js'
import { scopeParameter } from '../scope-parameter.js'
import type { PendingAuthorization } from './pending-authorization.js'

/** The parts of an authorization URL that are new for each attempt. */
export interface AuthorizationAttempt {
  readonly pending: PendingAuthorization
  readonly clientId: string
  readonly redirectUrl: string
}

/**
 * Builds the authorization URL and checks it for a browser.
 *
 * @throws OmniportError `unauthorized` if the server has no authorization endpoint, `unreachable` if its URL must not be
 * opened.
 */
export async function authorizationUrl(
  services: AuthServices,
  request: TokenRequest,
  attempt: AuthorizationAttempt,
): Promise<string> {
  const { authorization, scopes } = request
  const { server, resource } = authorization
  const endpoint: unknown = server.authorization_endpoint
  if (typeof endpoint !== 'string' || parseUrl(endpoint) === undefined) {
    throw new OAuthRefusal(`${truncate(server.issuer, 256)} has no valid authorization_endpoint in its metadata`)
  }
  const allowLoopback = isLoopbackHost(services.serverUrl.hostname)
  const url = assertBrowserUrl(endpoint, { allowLoopback })
  const { pending, clientId, redirectUrl } = attempt
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUrl,
    state: pending.state,
    code_challenge: pending.challenge,
    code_challenge_method: 'S256',
    resource,
    ...scopeParameter(scopes),
    // spec: OpenID Connect Core section 11: offline_access is ignored without it
    ...(scopes?.includes('offline_access') === true ? { prompt: 'consent' } : {}),
    ...(await keyParameter(services, request)),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return assertBrowserUrl(url.href, { allowLoopback }).href
}

/** Binds the code to the key as well. spec: RFC 9449#section-10 */
async function keyParameter(
  services: AuthServices,
  { authorization }: TokenRequest,
): Promise<{ readonly dpop_jkt?: string }> {
  if (services.prover === undefined || !isProven(services, authorization.server)) return {}
  const handle = await services.prover.handle()
  return { dpop_jkt: await handle.calculateThumbprint() }
}
