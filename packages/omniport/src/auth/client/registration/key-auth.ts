import { type ClientAuth, modifyAssertion, PrivateKeyJwt } from 'oauth4webapi'
import { randomId } from '../../../protocol/random-id.js'
import type { Runtime } from '../../../protocol/runtime.js'
import type { ClientKey } from '../auth-options.js'
import { importClientKey } from './import-client-key.js'

/**
 * `private_key_jwt`, for one minute and the issuer as the only audience. spec: RFC 7523#section-2.2
 *
 * @throws TypeError where `auth.privateKey` is no such key.
 */
export async function keyAuth(given: ClientKey, runtime: Runtime): Promise<ClientAuth> {
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
