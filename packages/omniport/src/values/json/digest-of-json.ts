import { toHex } from '../text/to-hex.js'
import { canonicalJson } from './canonical-json.js'

const encoder = new TextEncoder()

/** SHA-256 of a JSON value in one form (RFC 8785), as hexadecimal text. */
export async function digestOfJson(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(canonicalJson(value)))
  return toHex(new Uint8Array(bytes))
}
