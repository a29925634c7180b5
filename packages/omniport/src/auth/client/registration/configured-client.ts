import { type ClientAuth, modifyAssertion, None, PrivateKeyJwt } from 'oauth4webapi'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { ClientKey } from '../auth-options.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { clientAuth, secretMethod } from './client-auth.js'
import { importClientKey } from './import-client-key.js'
import type { ClientCredentials, OAuthClient } from './oauth-client.js'

/**
 * Returns the client of the options: registered beforehand, else described by a document if the server supports that. Undefined
 * if the options have neither.
 *
 * spec: basic/authorization/client-registration
 */
export async function configuredClient(
  services: AuthServices,
  { server }: Authorization,
): Promise<OAuthClient | undefined> {
  const { clientId, clientSecret, clientMetadataUrl, privateKey } = services.options
  const secrets = clientSecret === undefined ? [] : [clientSecret]
  const createAuth = async (fallback: () => ClientCredentials): Promise<ClientCredentials> =>
    privateKey === undefined ? fallback() : { auth: await keyAuth(privateKey, services.runtime) }
  if (clientId !== undefined) {
    const credentials = await createAuth(() => clientAuth(secretMethod(server), clientSecret))
    return { metadata: { client_id: clientId }, ...credentials, secrets, isStored: false }
  }
  if (clientMetadataUrl === undefined || server['client_id_metadata_document_supported'] !== true) return undefined
  const credentials = await createAuth(() => ({ auth: None() }))
  return { metadata: { client_id: clientMetadataUrl }, ...credentials, secrets, isStored: false }
}

/**
 * Signs `private_key_jwt`, valid for one minute and for the issuer only. spec: RFC 7523#section-2.2
 *
 * @throws TypeError if `auth.privateKey` is not a key for signing.
 */
async function keyAuth(given: ClientKey, runtime: Runtime): Promise<ClientAuth> {
  const { key, alg, kid } = await importClientKey(given)
  return PrivateKeyJwt(kid === undefined ? key : { key, kid }, {
    [modifyAssertion](header, claims) {
      const now = Math.floor(runtime.now() / 1000)
      header['alg'] = alg
      claims['iat'] = now
      claims['nbf'] = now
      claims['exp'] = now + 60
      claims['jti'] = randomId(runtime, 16)
    },
  })
}
