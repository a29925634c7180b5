import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { JsonBounds } from '../../values/json/text/find-limit-violation.js'
import { parseJson } from '../../values/json/text/parse-json.js'

/** Parses JSON of a server. @throws RpcError -32700 for bytes that are not JSON in UTF-8, or JSON beyond `bounds`. */
export function parseReceivedJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  try {
    return parseJson(bytes, bounds)
  } catch (reason) {
    const violation = reason instanceof RangeError && reason.message
    throw RpcError.parseError(violation ? `Invalid message: ${violation}` : 'The message is not JSON in UTF-8')
  }
}
