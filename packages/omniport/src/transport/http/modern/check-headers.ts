import type { RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
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
  if (header !== undefined && header.length > maxBytes)
    throw headerMismatch(`Mcp-Name is longer than ${maxBytes} bytes`)
  assertMirrored('Mcp-Name', header === undefined ? undefined : (decodeHeaderValue(header) ?? null), name)
}

/** Creates error -32020. spec: basic/transports/streamable-http#server-validation */
export function headerMismatch(problem: string): RpcError {
  return new RpcError(-32020, `Header mismatch: ${problem}`)
}

/** `sent` is null if the header is there and cannot be decoded. */
function assertMirrored(name: string, sent: string | null | undefined, expected: string): void {
  if (sent === expected) return
  if (sent === undefined) throw headerMismatch(`${name} is missing`)
  throw headerMismatch(sent === null ? `${name} holds what a header must not` : `${name} differs from the body`)
}
