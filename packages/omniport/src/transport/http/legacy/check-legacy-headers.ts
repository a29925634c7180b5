import type { RpcMessage, RpcResponse } from '../../../jsonrpc/messages/messages.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { unsupportedVersion } from '../../../protocol/errors/unsupported-version.js'
import { type HeaderValues, headerMismatch, isLegacyHeaderMismatch } from '../../../protocol/headers/header-mismatch.js'
import { decodeHeaderValue } from '../../../protocol/headers/header-value.js'
import { nameOf, requestHeaders } from '../../../protocol/headers/request-headers.js'
import { isRevision, type Revision } from '../../../protocol/revisions/revision.js'
import { isLegacy } from '../../../protocol/revisions/revision-profile.js'
import type { HttpSettings } from '../http-settings.js'
import { HttpError } from '../requests/http-error.js'
import type { HttpRequest } from '../requests/http-request.js'

/**
 * Checks the version header, which may be absent. It must name a legacy revision that is served. Without a session the
 * refusal lists the revisions, so that a client which knows others can choose one of them.
 * spec: 2025-11-25 basic/transports#protocol-version-header
 * @throws HttpError 400, RpcError -32022
 */
export function checkLegacyVersion(request: HttpRequest, served: readonly Revision[]): void {
  const version = request.header(requestHeaders.version)
  if (version === undefined) return
  const isServed = isRevision(version) && served.includes(version)
  if (isServed && isLegacy(version)) return
  if (!isServed && request.header('mcp-session-id') === undefined) throw unsupportedVersion(version, served)
  const names = served.filter(isLegacy).join(', ')
  throw new HttpError(400, RpcError.invalidRequest(`MCP-Protocol-Version must be one of ${names}`))
}

/**
 * Checks that `Mcp-Method` and `Mcp-Name`, if they are sent, equal the values in the body. Legacy revisions do not have them,
 * but a proxy may have routed the request by them.
 * @throws HttpError 400 with -32001
 */
export function checkDraftHeaders(
  request: HttpRequest,
  message: RpcMessage,
  { nameParams }: Pick<HttpSettings, 'nameParams'>,
): void {
  if (!('method' in message)) return
  const { method, params } = message
  const sentMethod = request.header(requestHeaders.method)
  if (sentMethod !== undefined && sentMethod !== method) {
    throw mismatch({ name: 'Mcp-Method', sent: sentMethod, expected: method })
  }
  const header = request.header(requestHeaders.name)
  const name = nameOf(method, params, nameParams)
  if (header === undefined || name === undefined) return
  const sent = decodeHeaderValue(header)
  if (sent !== name) throw mismatch({ name: 'Mcp-Name', sent: sent ?? header, expected: name })
}

/** The status of a response in a session: 400 where the headers of the request differ from its arguments. */
export function statusInSession({ error }: RpcResponse): number {
  return error !== undefined && isLegacyHeaderMismatch(error) ? 400 : 200
}

function mismatch(values: HeaderValues): HttpError {
  return new HttpError(400, headerMismatch(values, 'legacy'))
}
