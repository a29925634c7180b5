import { type AuthorizationServer, ClientSecretPost, None } from 'oauth4webapi'
import { OAuthRefusal } from '../token-endpoint/oauth-refusal.js'
import { basicAuth, basicAuthAlone } from './basic-auth.js'
import type { ClientCredentials } from './oauth-client.js'

/** The authentication methods that need no key. */
export type SecretMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** The methods that a server supports, the best for a client without a key first. spec: RFC 8414#section-2 */
export function secretMethods({
  token_endpoint_auth_methods_supported: listed,
}: AuthorizationServer): readonly SecretMethod[] {
  const methods: unknown = listed
  if (!Array.isArray(methods)) return ['client_secret_basic']
  return preferred.filter((method) => methods.includes(method))
}

const preferred: readonly SecretMethod[] = ['none', 'client_secret_basic', 'client_secret_post']

/** The method for a client with a secret. */
export function secretMethod(server: AuthorizationServer): SecretMethod {
  return secretMethods(server).find((method) => method !== 'none') ?? 'client_secret_basic'
}

/** @throws OmniportError `unauthorized` for other methods. */
export function clientAuth(method: string, secret: string | undefined): ClientCredentials {
  if (secret === undefined || method === 'none') return { auth: None() }
  if (method === 'client_secret_basic') return { auth: basicAuth(secret), authWithoutId: basicAuthAlone(secret) }
  if (method === 'client_secret_post') return { auth: ClientSecretPost(secret) }
  throw new OAuthRefusal(
    'the authorization server requires a client authentication method that is not supported; set auth.clientId and auth.privateKey',
  )
}
