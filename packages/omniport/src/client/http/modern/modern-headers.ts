import { isObject } from '../../../jsonrpc/is-object.js'
import type { RpcRequest } from '../../../jsonrpc/messages.js'
import { encodeHeaderValue } from '../../../protocol/header-value.js'
import { metaKeys } from '../../../protocol/meta-keys.js'
import { nameOf, requestHeaders } from '../../../protocol/request-headers.js'
import type { ToolHeaders } from '../../tool-headers.js'
import type { HttpEndpoint } from '../http-site.js'
import { postHeaders } from '../post-headers.js'

/**
 * The headers of a modern request, which repeat what its body says.
 *
 * spec: basic/transports/streamable-http#request-metadata
 */
export function modernHeaders(
  { method, params }: RpcRequest,
  tools: ToolHeaders,
  nameParams: HttpEndpoint['nameParams'],
): Readonly<Record<string, string>> {
  const meta = params?.['_meta']
  const version = isObject(meta) ? meta[metaKeys.protocolVersion] : undefined
  const name = nameOf(method, params, nameParams)
  const headers: Record<string, string> = {
    'content-type': postHeaders['content-type'],
    accept: postHeaders.accept,
    [requestHeaders.version]: String(version),
    [requestHeaders.method]: encodeHeaderValue(method),
  }
  if (name === undefined) return headers
  headers[requestHeaders.name] = encodeHeaderValue(name)
  return method === 'tools/call' ? Object.assign(headers, tools.headersOf(name, params?.['arguments'])) : headers
}
