import type { ClientAuth } from 'oauth4webapi'

/**
 * `client_secret_basic`. Unlike `ClientSecretBasic` of `oauth4webapi` it leaves `-`, `.`, `_` and `*` unescaped, as form
 * encoding does, for servers that do not decode.
 *
 * spec: RFC 6749#section-2.3.1
 */
export function basicAuth(secret: string): ClientAuth {
  return (...[, { client_id: id }, , headers]) => {
    headers.set('authorization', `Basic ${btoa(`${formEncoded(id)}:${formEncoded(secret)}`)}`)
  }
}

function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}
