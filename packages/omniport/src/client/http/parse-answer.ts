import { exceedsDepth } from '../../jsonrpc/exceeds-depth.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'

/** The JSON value in what a server sent. @throws RpcError -32700 for what is not JSON in UTF-8, or nests too deeply. */
export function parseAnswer(bytes: Uint8Array, maxDepth: number): unknown {
  if (exceedsDepth(bytes, maxDepth))
    throw RpcError.parseError(`The message nests deeper than limits.jsonDepth: ${maxDepth}`)
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch {
    throw RpcError.parseError('The message is not JSON in UTF-8')
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })
