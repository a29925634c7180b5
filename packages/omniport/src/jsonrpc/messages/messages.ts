/** The id of a request. `1` and `"1"` are different ids. */
export type RpcId = string | number

/** Named parameters. Positional (array) parameters are not used by any protocol served here. */
export type RpcParams = Readonly<Record<string, unknown>>

/** Exactly one response with the same id follows, unless the request is cancelled. */
export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params?: RpcParams | undefined
}

/** A message without a response. */
export interface RpcNotification {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: RpcParams | undefined
}

/** The `error` member of a response. */
export interface RpcErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * Exactly one of `result` and `error` is present. `result` is any JSON value, or a `RawJson` whose bytes are sent as they are.
 * `id` is null only if the id of the request could not be read; such a response has no id on the wire.
 */
export interface RpcResponse {
  readonly jsonrpc: '2.0'
  readonly id: RpcId | null
  readonly result?: unknown
  readonly error?: RpcErrorObject | undefined
}

/** Any message. */
export type RpcMessage = RpcRequest | RpcNotification | RpcResponse
