import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../revisions/revision.js'

/** -32022: the version asked for is not served here; `data` lists those that are. spec: basic/versioning#protocol-version-negotiation */
export function unsupportedVersion(requested: string, supported: readonly Revision[]): RpcError {
  return new RpcError(-32022, 'Unsupported protocol version', { supported: [...supported].reverse(), requested })
}
