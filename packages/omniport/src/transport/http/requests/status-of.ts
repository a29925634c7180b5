import type { RpcResponse } from '../../../jsonrpc/messages/messages.js'

/**
 * Returns the HTTP status of a modern response that is not a stream. Errors that a handler throws have status 200.
 * spec: basic/transports/streamable-http#protocol-version-header
 */
export function statusOf({ error }: RpcResponse): number {
  return error === undefined ? 200 : (statusOfError(error.code) ?? 200)
}

/** Returns the HTTP status that an error code requires, if any. */
export function statusOfError(code: number): number | undefined {
  return statuses.get(code)
}

const statuses: ReadonlyMap<number, number> = new Map([
  [-32700, 400],
  [-32600, 400],
  [-32601, 404],
  [-32020, 400],
  [-32021, 400],
  [-32022, 400],
])
