import type { RpcParams } from '../../jsonrpc/messages/messages.js'

/** The headers of a modern request, in lower case. spec: basic/transports/streamable-http#standard-request-headers */
export const requestHeaders = Object.freeze({
  version: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  param: 'mcp-param-',
})

/** The value that `Mcp-Name` mirrors, if any. `extra` names its parameter for the methods of extensions. */
export function nameOf(
  method: string,
  params: RpcParams = {},
  extra?: ReadonlyMap<string, string>,
): string | undefined {
  const member = nameMembers.get(method) ?? extra?.get(method)
  const value = member === undefined ? undefined : params[member]
  return typeof value === 'string' ? value : undefined
}

const nameMembers: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
])
