import { type ClientAuth, None } from 'oauth4webapi'
import type { AuthServices } from '../auth-home.js'
import type { Authorization } from '../authorization.js'
import { clientAuth, secretMethod } from './client-auth.js'
import { keyAuth } from './key-auth.js'
import type { OAuthClient } from './known-client.js'

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
