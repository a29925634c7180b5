import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { headerMismatch } from '../../../protocol/headers/header-mismatch.js'
import { decodeHeaderValue } from '../../../protocol/headers/header-value.js'
import { nameOf, requestHeaders } from '../../../protocol/headers/request-headers.js'
import type { HttpSettings } from '../http-settings.js'
import type { HttpRequest } from '../requests/http-request.js'

/**
 * Checks that the version header equals the version in `_meta`.
 * spec: basic/transports/streamable-http#protocol-version-header
 * @throws RpcError -32020
 */
export function checkVersionHeader(request: HttpRequest, version: string): void {
  assertMirrored('MCP-Protocol-Version', request.header(requestHeaders.version), version)
}

type HeaderSettings = Pick<HttpSettings, 'limits' | 'nameParams'>

/**
 * Checks that `Mcp-Method` and `Mcp-Name` equal the values in the body.
 * spec: basic/transports/streamable-http#server-validation
 * @throws RpcError -32020 naming the header.
 */
export function checkMirrorHeaders(request: HttpRequest, message: RpcRequest, settings: HeaderSettings): void {
  const { method, params } = message
  const maxBytes = settings.limits.headerValueBytes
  assertMirrored('Mcp-Method', request.header(requestHeaders.method), method)
  const name = nameOf(method, params, settings.nameParams)
  if (name === undefined) return
  const header = request.header(requestHeaders.name)
  const isLong = header !== undefined && header.length > maxBytes
  const sent = header === undefined || isLong ? header : decodeHeaderValue(header)
  // A header that is too long, or cannot be decoded, is no match even where its text is.
  if (isLong || sent !== name)
    throw headerMismatch({ name: 'Mcp-Name', sent: sent ?? header, expected: name }, 'modern')
}

/** Creates the error of a request without the version header. */
export function missingVersionHeader(): RpcError {
  return new RpcError(-32020, 'Header mismatch: MCP-Protocol-Version is missing')
}

function assertMirrored(name: string, sent: string | undefined, expected: string): void {
  if (sent !== expected) throw headerMismatch({ name, sent, expected }, 'modern')
}
