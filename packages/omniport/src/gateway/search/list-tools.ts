import type { RpcRequest, RpcResponse } from '../../jsonrpc/messages/messages.js'
import type { Exchange, Serve } from '../../protocol/exchange/exchange.js'
import { defaultLimits } from '../../protocol/limits/limits.js'
import type { Tool } from '../../protocol/model/tool.js'
import { isObject } from '../../values/json/is-object.js'
import { itemsOf, lists, membersOf } from '../policy/policy-list.js'

/** The tools that a caller may see by name, or the error response of the list. */
export type AllTools = { readonly tools: ReadonlyMap<string, Tool> } | { readonly refusal: RpcResponse | undefined }

/**
 * Lists all tools that the sender of a call may see, as far as a client would read them: so many pages, and so many tools. Of
 * several with one name the first counts.
 */
export async function listTools(call: RpcRequest, exchange: Exchange, next: Serve): Promise<AllTools> {
  const tools = new Map<string, Tool>()
  let cursor: unknown
  for (let page = 0; page < defaultLimits.pages; page += 1) {
    const response = await next(toListRequest(call, cursor), exchange)
    const result = membersOf(response)
    if (result === undefined) return { refusal: response && { ...response, id: call.id } }
    for (const { name, item } of itemsOf(result, toolList)) {
      if (tools.size >= defaultLimits.items) return { tools }
      if (isTool(item) && !tools.has(name)) tools.set(name, item)
    }
    cursor = result['nextCursor']
    if (typeof cursor !== 'string') return { tools }
  }
  return { tools }
}

const toolList = lists.get('tools/list') as NonNullable<ReturnType<typeof lists.get>> // it is one of the lists

/** A list in the name of the sender of `call`; progress is that of the call. */
function toListRequest({ id, params }: RpcRequest, cursor: unknown): RpcRequest {
  const given = params?.['_meta']
  const { progressToken: _token, ..._meta } = isObject(given) ? given : {}
  const more = { ...(isObject(given) && { _meta }), ...(cursor !== undefined && { cursor }) }
  return { jsonrpc: '2.0', id, method: 'tools/list', params: more }
}

function isTool(item: object): item is Tool {
  return 'inputSchema' in item && isObject(item.inputSchema)
}
