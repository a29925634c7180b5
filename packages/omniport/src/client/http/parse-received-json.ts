import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { JsonBounds } from '../../values/json/text/find-limit-violation.js'
import { parseJson } from '../../values/json/text/parse-json.js'
import { decodeUtf8 } from '../../values/text/decode-utf8.js'

/** Parses JSON of a server. @throws RpcError -32700 for bytes that are not UTF-8 or not JSON, or JSON beyond `bounds`. */
export function parseReceivedJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  const text = decodeReceived(bytes)
  try {
    return parseJson(text, bounds)
  } catch (reason) {
    const violation = reason instanceof RangeError && reason.message
    throw RpcError.parseError(violation ? `Invalid message: ${violation}` : 'The message is not JSON')
  }
}

function decodeReceived(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes)
  } catch {
    throw RpcError.parseError('The message is not UTF-8')
  }
}
