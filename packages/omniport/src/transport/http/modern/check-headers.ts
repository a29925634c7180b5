import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { decodeHeaderValue } from '../../../protocol/headers/header-value.js'
import { nameOf, requestHeaders } from '../../../protocol/headers/request-headers.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpRequest } from '../requests/http-request.js'

/**
 * The version header must say what `_meta` says.
 *
 * spec: basic/transports/streamable-http#protocol-version-header
 *
 * @throws RpcError -32020
 */
export function checkVersionHeader(request: HttpRequest, version: string): void {
  assertMirrored('MCP-Protocol-Version', request.header(requestHeaders.version), version)
}

/** What the headers are checked by. */
type HeaderSettings = Pick<HttpSettings, 'limits' | 'nameParams'>

/**
 * `Mcp-Method` and `Mcp-Name` must say what the body says.
 *
 * spec: basic/transports/streamable-http#server-validation
 *
 * @throws RpcError -32020 naming the header.
 */
export function checkMirrorHeaders(request: HttpRequest, message: RpcRequest, settings: HeaderSettings): void {
  const { method, params } = message
  const maxBytes = settings.limits.headerValueBytes
  assertMirrored('Mcp-Method', request.header(requestHeaders.method), method)
  const name = nameOf(method, params, settings.nameParams)
  if (name === undefined) return
  const header = request.header(requestHeaders.name)
  if (header !== undefined && header.length > maxBytes)
    throw headerMismatch(`Mcp-Name is longer than ${maxBytes} bytes`)
  assertMirrored('Mcp-Name', header === undefined ? undefined : (decodeHeaderValue(header) ?? null), name)
}

/** -32020. spec: basic/transports/streamable-http#server-validation */
export function headerMismatch(problem: string): RpcError {
  return new RpcError(-32020, `Header mismatch: ${problem}`)
}

/** `null`: the header is there and cannot be read. */
function assertMirrored(name: string, sent: string | null | undefined, expected: string): void {
  if (sent === expected) return
  if (sent === undefined) throw headerMismatch(`${name} is missing`)
  throw headerMismatch(sent === null ? `${name} holds what a header must not` : `${name} differs from the body`)
}
