import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { jsonBytes } from '../../values/memory/json-bytes.js'
import type { Peer } from '../exchange/peer.js'
import type { Limits } from './limits.js'

/** Checks what is kept of a client after its message. @throws RpcError -32602 if that is more than `limits.peerBytes`. */
export function assertPeerFits(method: string, client: Peer, { peerBytes }: Limits): void {
  const bytes = jsonBytes(client)
  if (bytes <= peerBytes) return
  const what = 'the name, version and capabilities of the client'
  throw RpcError.invalidParams(`${method}: ${what} take ${bytes} bytes; the limit peerBytes is ${peerBytes}`)
}
