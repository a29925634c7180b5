import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { findLimitViolation, type JsonBounds } from '../../values/json/text/find-limit-violation.js'

/** Parses JSON of a server. @throws RpcError -32700 for bytes that are not JSON in UTF-8, or JSON beyond `bounds`. */
export function parseReceivedJson(bytes: Uint8Array, bounds: JsonBounds): unknown {
  try {
    const text = decoder.decode(bytes)
    const violation = findLimitViolation(text, bounds)
    if (violation !== undefined) throw RpcError.parseError(`Invalid message: ${violation}`)
    return JSON.parse(text)
  } catch (reason) {
    throw RpcError.is(reason) ? reason : RpcError.parseError('The message is not JSON in UTF-8')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
