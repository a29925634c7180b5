import { type ClientAuth, modifyAssertion, None, PrivateKeyJwt } from 'oauth4webapi'
import { randomId } from '../../../async/runtime/random-id.js'
import type { Runtime } from '../../../async/runtime/runtime.js'
import type { ClientKey } from '../auth-options.js'
import type { AuthServices } from '../auth-services.js'
import type { Authorization } from '../authorization.js'
import { clientAuth, secretMethod } from './client-auth.js'
import { importClientKey } from './import-client-key.js'
import type { OAuthClient } from './oauth-client.js'

/**
 * The client of the options: registered beforehand, else described by a document where the server knows such. Undefined where
 * the options name none that would do.
 *
 * spec: basic/authorization/client-registration
 */
export async function configuredClient(
  services: AuthServices,
  { server }: Authorization,
): Promise<OAuthClient | undefined> {
  const { clientId, clientSecret, clientMetadataUrl, privateKey } = services.options
  const secrets = clientSecret === undefined ? [] : [clientSecret]
  const keyed = async (orElse: () => ClientAuth) =>
    privateKey === undefined ? orElse() : keyAuth(privateKey, services.runtime)
  if (clientId !== undefined) {
    const auth = await keyed(() => clientAuth(secretMethod(server), clientSecret))
    return { metadata: { client_id: clientId }, auth, secrets, isStored: false }
  }
  if (clientMetadataUrl === undefined || server['client_id_metadata_document_supported'] !== true) return undefined
  return { metadata: { client_id: clientMetadataUrl }, auth: await keyed(None), secrets, isStored: false }
}

/**
 * `private_key_jwt`, for one minute and the issuer as the only audience. spec: RFC 7523#section-2.2
 *
 * @throws TypeError where `auth.privateKey` is no such key.
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
