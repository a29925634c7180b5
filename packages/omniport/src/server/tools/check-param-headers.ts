import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isParamMirrored } from '../../protocol/headers/param-headers.js'
import { requestHeaders } from '../../protocol/headers/request-headers.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ToolEntry } from './tool-entry.js'

/**
 * Over HTTP at 2026-07-28, arguments that a tool marks with `x-mcp-header` must be repeated in headers: something on the way
 * may decide on those.
 *
 * spec: basic/transports/streamable-http#server-behavior-for-custom-headers
 *
 * @throws RpcError -32020 naming the header.
 */
export function checkParamHeaders(tool: ToolEntry, params: RpcParams, { exchange }: HandlerRequest): void {
  if (tool.paramHeaders.length === 0 || isLegacy(exchange.revision) || exchange.headers === undefined) return
  for (const header of tool.paramHeaders) {
    const sent = exchange.headers.get(requestHeaders.param + header.name) ?? undefined
    const isTooLong = sent !== undefined && sent.length > tool.services.limits.headerValueBytes
    if (isTooLong || !isParamMirrored(header, sent, params['arguments'])) {
      throw new RpcError(-32020, `Header mismatch: Mcp-Param-${header.name} is not what the arguments say`)
    }
  }
}
