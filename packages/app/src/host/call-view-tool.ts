import type { Tool } from 'omniport'
import { RpcError } from 'omniport/jsonrpc'
import { isObject } from '../channel/read-message.js'
import type { JsonObject } from '../messages/methods.js'
import type { AppBridgeOptions } from './bridge-options.js'
import { checkObject, checkText } from './check-params.js'

/**
 * Calls a tool for a view: one of the same server that is visible to apps, with the consent of the person. A tool that is not
 * there and one that is not for apps get the same error. spec: apps#visibility
 */
export async function callViewTool(
  { server, ask }: Pick<AppBridgeOptions, 'server' | 'ask'>,
  params: JsonObject,
  signal: AbortSignal,
): Promise<unknown> {
  const name = checkText('name', params['name'])
  const args = checkObject('arguments', params['arguments'] ?? {})
  if (server === undefined || ask?.tool === undefined) {
    throw new RpcError(-32601, 'tools/call: this host calls no tools for views')
  }
  const tool = (await server.listTools()).find((each) => each.name === name)
  if (tool === undefined || !isForApps(tool)) {
    throw new RpcError(
      -32602,
      `tools/call: the server has no tool for apps with the name ${JSON.stringify(name.slice(0, 100))}`,
    )
  }
  if ((await ask.tool({ tool, arguments: args }, signal)) !== true)
    throw new RpcError(-32000, 'Tool call denied by user')
  signal.throwIfAborted()
  const { content, structuredContent, isError, _meta } = await server.callTool(name, args, { signal })
  return {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta }),
  }
}

/** Without `visibility` a tool is for models and apps; anything but a list of names shows it to nobody. */
function isForApps({ _meta }: Tool): boolean {
  const ui: unknown = _meta?.['ui']
  const visibility = isObject(ui) ? ui['visibility'] : undefined
  return visibility === undefined || (Array.isArray(visibility) && visibility.includes('app'))
}
