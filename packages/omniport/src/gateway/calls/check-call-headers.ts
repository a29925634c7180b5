import { andThen, type MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { checkParamHeaders } from '../../protocol/headers/check-param-headers.js'
import type { UpstreamList } from '../lists/upstream-list.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import type { ForwardedRequest } from './call-sender.js'

/**
 * Checks the headers of a call of a tool that came over HTTP by the tools that were read last, if need be by those of another
 * connection, and refuses it by the current ones only. spec: basic/transports/streamable-http#server-behavior-for-custom-headers
 *
 * Rejects with RpcError -32020, in legacy revisions -32001, or as reading the tools does.
 */
export function checkCallHeaders(connection: UpstreamConnection, request: NamedRequest): MaybePromise<void> {
  const { message, exchange } = request
  if (message.method !== 'tools/call') return
  const { lists, owner } = connection
  const known = lists.isOutdated('tools') ? owner.lastTools : lists.last('tools')
  if (known !== undefined && findMismatch(known, request, connection) === undefined) return
  if (exchange.headers === undefined) return
  const read = lists.get('tools', exchange, owner.services.runtime.now())
  return andThen(read, (current) => {
    const mismatch = findMismatch(current, request, connection)
    if (mismatch !== undefined) throw mismatch
  })
}

type NamedRequest = ForwardedRequest & { readonly name: string }

function findMismatch(
  tools: UpstreamList,
  { name, exchange, params }: NamedRequest,
  { owner }: UpstreamConnection,
): RpcError | undefined {
  const marked = tools.paramHeadersOf(name)
  if (marked.length === 0) return undefined
  const { headers, revision } = exchange // made for each request, which costs more than all the rest here
  if (headers === undefined) return undefined
  try {
    const maxBytes = owner.services.limits.headerValueBytes
    checkParamHeaders(marked, { headers, revision, args: params?.['arguments'], maxBytes })
    return undefined
  } catch (reason) {
    if (RpcError.is(reason)) return reason
    throw reason
  }
}
