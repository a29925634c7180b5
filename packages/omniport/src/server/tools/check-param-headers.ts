import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { isParamMirrored } from '../../protocol/headers/param-headers.js'
import { requestHeaders } from '../../protocol/headers/request-headers.js'
import type { CallToolParams } from '../../protocol/methods/method-params.js'
import { isLegacy } from '../../protocol/revisions/revision-profile.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ToolEntry } from './tool-entry.js'

/**
 * Checks that a modern request over HTTP repeats in headers the arguments that the tool marks with `x-mcp-header`:
 * intermediaries decide on the headers. spec: basic/transports/streamable-http#server-behavior-for-custom-headers
 * @throws RpcError -32020 naming the header.
 */
export function checkParamHeaders(tool: ToolEntry, { exchange, params }: HandlerRequest<CallToolParams>): void {
  if (tool.paramHeaders.length === 0 || isLegacy(exchange.revision) || exchange.headers === undefined) return
  for (const header of tool.paramHeaders) {
    const sent = exchange.headers.get(requestHeaders.param + header.name) ?? undefined
    const isTooLong = sent !== undefined && sent.length > tool.services.limits.headerValueBytes
    if (isTooLong || !isParamMirrored(header, sent, params.arguments)) {
      throw new RpcError(-32020, `Header mismatch: Mcp-Param-${header.name} is not what the arguments say`)
    }
  }
}
