import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import { nameOf } from '../../protocol/headers/request-headers.js'
import { toNameHeaders } from '../../protocol/headers/to-request-headers.js'
import type { ToolHeaders } from '../tools/tool-headers.js'
import type { HttpEndpoint } from './http-endpoint.js'

export interface MirrorOptions {
  readonly endpoint: HttpEndpoint
  readonly tools: ToolHeaders
}

/** Adds the headers that repeat parts of a message. spec: basic/transports/streamable-http#standard-request-headers */
export function addMirrorHeaders(
  headers: Record<string, string>,
  { method, params }: RpcRequest | RpcNotification,
  { endpoint, tools }: MirrorOptions,
): void {
  const name = nameOf(method, params, endpoint.nameParams)
  Object.assign(headers, toNameHeaders(method, name))
  if (name !== undefined && method === 'tools/call')
    Object.assign(headers, tools.headersOf(name, params?.['arguments']))
}
