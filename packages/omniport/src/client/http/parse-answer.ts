import { exceedsDepth } from '../../jsonrpc/exceeds-depth.js'
import { RpcError } from '../../jsonrpc/rpc-error.js'

/** The JSON value in what a server sent. @throws RpcError -32700 for what is not JSON in UTF-8, or nests too deeply. */
export function parseAnswer(bytes: Uint8Array, maxDepth: number): unknown {
  try {
    const text = decoder.decode(bytes)
    if (exceedsDepth(text, maxDepth)) throw tooDeep(maxDepth)
    return JSON.parse(text)
  } catch (reason) {
    throw RpcError.is(reason) ? reason : RpcError.parseError('The message is not JSON in UTF-8')
  }
}

function tooDeep(maxDepth: number): RpcError {
  return RpcError.parseError(`The message nests deeper than limits.jsonDepth: ${maxDepth}`)
}

const decoder = new TextDecoder('utf-8', { fatal: true })
