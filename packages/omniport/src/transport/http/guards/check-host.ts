import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { truncate } from '../../../values/text/truncate.js'
import type { HttpSettings } from '../http-settings.js'
import { HttpError } from '../requests/http-error.js'
import type { HttpHeaders, HttpRequest } from '../requests/http-request.js'

/**
 * Protects against DNS rebinding: `Host` must name this server, and `Origin`, if it is sent, must be allowed to call.
 * spec: basic/transports/streamable-http#security-endpoint
 * @throws HttpError 403 naming the option that allows more.
 */
export function checkHost(request: HttpRequest, settings: HttpSettings): void {
  checkHostName(request, settings)
  const origin = request.header('origin')
  if (origin === undefined || isAllowedOrigin(origin, settings)) return
  throw forbidden('The Origin of this request is not allowed; see the option allowedOrigins')
}

/** @throws HttpError 403 naming the option that allows more. */
export function checkHostName(
  request: HttpRequest,
  { allowedHosts, logger }: Pick<HttpSettings, 'allowedHosts' | 'logger'>,
): void {
  if (allowedHosts === 'any') return
  const host = request.header('host') ?? ''
  if (allowedHosts.has(host)) return
  // Whoever forgot the name that a proxy uses sees it here: the client may be of somebody else.
  if (allowedHosts.refuse(host)) logger.warn(`Requests to the host "${truncate(host)}" are refused; see allowedHosts`)
  throw forbidden('The Host of this request is not allowed; see the option allowedHosts')
}

/** Returns the headers that let a web page of an allowed origin read the reply. Empty if no page sent the request. */
export function corsHeaders(request: HttpRequest): HttpHeaders {
  const origin = request.header('origin')
  if (origin === undefined) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate, Retry-After',
    vary: 'Origin',
  }
}

export function preflightHeaders(request: HttpRequest, methods: string): HttpHeaders {
  const requestedHeaders = request.header('access-control-request-headers')
  return {
    ...corsHeaders(request),
    'access-control-allow-methods': methods,
    ...(requestedHeaders !== undefined && { 'access-control-allow-headers': requestedHeaders }),
    'access-control-max-age': '600',
  }
}

type AllowedSettings = Pick<HttpSettings, 'allowedHosts' | 'allowedOrigins'>

/** An origin that equals `Host` proves nothing: after DNS rebinding a page has both from its own name. */
function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: AllowedSettings): boolean {
  if (allowedOrigins !== undefined) return allowedOrigins.includes(origin)
  if (allowedHosts === 'any') return false
  const authority = /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1]
  return authority !== undefined && allowedHosts.has(authority)
}

function forbidden(message: string): HttpError {
  return new HttpError(403, RpcError.invalidRequest(message))
}
