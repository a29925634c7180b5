import type { RpcId, RpcMessage, RpcRequest } from '../../../jsonrpc/messages/messages.js'
import { isRequestMessage } from '../../../jsonrpc/serving/serve.js'
import { encodeHeaderValue } from '../../../protocol/headers/header-value.js'
import { nameOf, requestHeaders } from '../../../protocol/headers/request-headers.js'
import { metaKeys } from '../../../protocol/meta/meta-keys.js'
import type { DuplexConnection } from '../../../transport/connection/duplex-connection.js'
import { isObject } from '../../../values/json/is-object.js'
import { RequestLost } from '../../requests/request-lost.js'
import type { ToolHeaders } from '../../tools/tool-headers.js'
import { formatAddress, type HttpEndpoint } from '../http-endpoint.js'
import type { HttpTransport } from '../http-transport.js'
import type { OutboundHttpRequest } from '../outbound-http-request.js'
import { postHeaders } from '../outbound-http-request.js'
import { OutboundHttpRequests } from '../outbound-http-requests.js'
import { receiveReply, rejectRequest } from '../receive-reply.js'

/**
 * The road of 2026-07-28: each request is a POST of its own, whose reply holds all that belongs to it. Closing the reply is
 * how a request is cancelled; nothing can be resumed.
 *
 * spec: basic/transports/streamable-http
 */
export class ModernHttpTransport implements HttpTransport {
  readonly #endpoint: HttpEndpoint
  readonly #connection: DuplexConnection
  readonly #tools: ToolHeaders
  readonly #httpRequests: OutboundHttpRequests
  readonly #httpRequestsById = new Map<RpcId, OutboundHttpRequest>()

  constructor(endpoint: HttpEndpoint, connection: DuplexConnection, tools: ToolHeaders) {
    this.#endpoint = endpoint
    this.#connection = connection
    this.#tools = tools
    this.#httpRequests = new OutboundHttpRequests(endpoint)
  }

  /** There are no notifications to a modern server over HTTP. */
  send(message: RpcMessage | readonly RpcMessage[], body: string): void {
    if ('method' in message && isRequestMessage(message)) void this.#sendRequest(message, body)
  }

  release(id: RpcId, isAnswered: boolean): void {
    const httpRequest = this.#httpRequestsById.get(id)
    this.#httpRequestsById.delete(id)
    if (isAnswered) httpRequest?.linger()
    else httpRequest?.abort()
  }

  /** Gives up everything that was asked so far. */
  abortAll(): void {
    this.#httpRequests.abortAll()
  }

  async close(): Promise<void> {
    this.#httpRequests.close()
  }

  async #sendRequest(request: RpcRequest, body: string): Promise<void> {
    const { id, params } = request
    const state = params?.['requestState']
    if (typeof state === 'string') this.#endpoint.secrets.add(state)
    const to = { endpoint: this.#endpoint, connection: this.#connection, id }
    const headers = modernHeaders(request, this.#tools, this.#endpoint.nameParams)
    const httpRequest = this.#httpRequests.create({
      method: 'POST',
      headers,
      body,
      isQuiet: this.#endpoint.quiet?.has(id),
    })
    this.#httpRequestsById.set(id, httpRequest)
    try {
      await receiveReply(await httpRequest.send(), to)
      if (this.#connection.isPending(id)) {
        throw new RequestLost(
          `${formatAddress(this.#endpoint.url)} ended the reply to ${request.method} without an answer`,
        )
      }
    } catch (reason) {
      rejectRequest(reason, to)
    }
  }
}

/**
 * The headers of a modern request, which repeat what its body says.
 *
 * spec: basic/transports/streamable-http#request-metadata
 */
function modernHeaders(
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
