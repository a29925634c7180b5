import { toBase64 } from '../values/text/base64.js'

/**
 * The value of `Authorization` for a client with a secret. Both parts are form-encoded, with `%20` for a space: every form
 * decoder takes that too, and some servers decode percent escapes only.
 *
 * spec: RFC 6749#section-2.3.1
 */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  return `Basic ${toBase64(new TextEncoder().encode(pair))}`
}

/** Leaves `-`, `.`, `_` and `*` as they are, for servers that do not decode. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1).replaceAll('+', '%20')
}
