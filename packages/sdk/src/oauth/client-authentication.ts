import type { OAuthClientInformationMixed } from '../shared/auth.js'

/** The methods of client authentication that this library has. A provider may add its own. */
export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none'

/**
 * Chooses how the client authenticates at the token endpoint: as it is registered, if the server supports that; else with its
 * secret, in the header before the body; else as a public client. An empty `supportedMethods` says that the server names none.
 *
 * spec: RFC 8414 section 2, RFC 6749 section 2.3.1
 */
export function selectClientAuthMethod(
  clientInformation: OAuthClientInformationMixed,
  supportedMethods: string[],
): ClientAuthMethod {
  const hasSecret = clientInformation.client_secret !== undefined
  const isUnknown = supportedMethods.length === 0
  const registered = 'token_endpoint_auth_method' in clientInformation && clientInformation.token_endpoint_auth_method
  if (isKnownMethod(registered) && (isUnknown || supportedMethods.includes(registered))) return registered
  if (isUnknown) return hasSecret ? 'client_secret_basic' : 'none'
  const usable: readonly ClientAuthMethod[] = hasSecret ? knownMethods : ['none']
  return usable.find((method) => supportedMethods.includes(method)) ?? (hasSecret ? 'client_secret_post' : 'none')
}

/** In order of preference. */
const knownMethods: readonly ClientAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none']

function isKnownMethod(method: unknown): method is ClientAuthMethod {
  return knownMethods.some((known) => known === method)
}

/** Adds the credentials of the client to a token request. @throws Error for `client_secret_basic` without a secret. */
export function authenticateClient(
  method: ClientAuthMethod,
  client: OAuthClientInformationMixed,
  request: { readonly headers: Headers; readonly params: URLSearchParams },
): void {
  const { client_id: id, client_secret: secret } = client
  if (method === 'client_secret_basic') {
    if (!secret) throw new Error('client_secret_basic authentication requires a client_secret')
    request.headers.set('Authorization', `Basic ${btoa(`${id}:${secret}`)}`)
    return
  }
  request.params.set('client_id', id)
  if (method === 'client_secret_post' && secret) request.params.set('client_secret', secret)
}
