import type { RpcId, RpcResponse } from './messages.js'

/**
 * Reads a received response without parsing its result, which is a `RawJson` then. `accepts` tells of a pending request if it
 * takes that. Undefined: the bytes have to be parsed, whatever they are.
 */
export type ReadRawResponse = (bytes: Uint8Array, accepts: (id: RpcId) => boolean) => RpcResponse | undefined
