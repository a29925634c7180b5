import { findExcess, type JsonBounds } from '../../jsonrpc/find-excess.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'

/** The JSON value in what a server sent. @throws RpcError -32700 for what is not JSON in UTF-8, or more than `bounds` allow. */
export function parseAnswer(bytes: Uint8Array, bounds: JsonBounds): unknown {
  try {
    const text = decoder.decode(bytes)
    const excess = findExcess(text, bounds)
    if (excess !== undefined) throw RpcError.parseError(`Invalid message: ${excess}`)
    return JSON.parse(text)
  } catch (reason) {
    throw RpcError.is(reason) ? reason : RpcError.parseError('The message is not JSON in UTF-8')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
