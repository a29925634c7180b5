import type { ClientAuth } from 'oauth4webapi'
import { basicCredentials } from '../../basic-credentials.js'

/** `client_secret_basic`, with the id of the client in the body as well. spec: RFC 6749#section-3.2.1 */
export function basicAuth(secret: string): ClientAuth {
  return (...[, { client_id: id }, body, headers]) => {
    headers.set('authorization', basicCredentials(id, secret))
    body.set('client_id', id)
  }
}

/** `client_secret_basic`, with nothing of the client in the body. spec: RFC 6749#section-2.3.1 */
export function basicAuthAlone(secret: string): ClientAuth {
  return (...[, { client_id: id }, , headers]) => headers.set('authorization', basicCredentials(id, secret))
}
