import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { JsonBounds } from '../../values/json/text/find-limit-violation.js'
import { parseJson } from '../../values/json/text/parse-json.js'

/** The JSON value that a server sent. @throws RpcError -32700 for what is not JSON in UTF-8, or more than `bounds` allow. */
export function parseReceivedJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  try {
    return parseJson(bytes, bounds)
  } catch (reason) {
    const violation = reason instanceof RangeError && reason.message
    throw RpcError.parseError(violation ? `Invalid message: ${violation}` : 'The message is not JSON in UTF-8')
  }
}
