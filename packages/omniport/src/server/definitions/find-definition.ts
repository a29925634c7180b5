import type { RpcNotification, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import { isObject } from '../../values/json/is-object.js'
import type { AnyPrompt } from '../prompts/prompt.js'
import type { PromptEntry } from '../prompts/prompt-entry.js'
import type { TemplateEntry } from '../resources/resource-entry.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { AnyTool } from '../tools/tool.js'
import type { ToolEntry } from '../tools/tool-entry.js'
import type { DefinitionRegistry } from './definition-registry.js'
import type { Entry } from './entry.js'

export interface DefinitionSources {
  readonly tools: DefinitionRegistry<AnyTool, ToolEntry>
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly index: ResourceIndex
}

/** Finds the definition that a message names. Its parameters need not be checked. The principal may not see every one. */
export function findDefinition(
  sources: DefinitionSources,
  { method, params = {} }: RpcRequest | RpcNotification,
  principal: Principal | undefined,
): Entry | undefined {
  const { name, uri, ref } = params
  switch (method) {
    case 'tools/call':
      return typeof name === 'string' ? sources.tools.get(name) : undefined
    case 'prompts/get':
      return typeof name === 'string' ? sources.prompts.get(name) : undefined
    case 'completion/complete':
      return isObject(ref) ? findCompleted(sources, ref) : undefined
    case 'resources/read':
    case 'resources/subscribe':
      return typeof uri === 'string' ? sources.index.find(uri, principal)?.entry : undefined
    default:
      return undefined
  }
}

export function findCompleted(
  { prompts, index }: Pick<DefinitionSources, 'prompts' | 'index'>,
  { type, name, uri }: { readonly type?: unknown; readonly name?: unknown; readonly uri?: unknown },
): PromptEntry | TemplateEntry | undefined {
  if (type === 'ref/prompt') return typeof name === 'string' ? prompts.get(name) : undefined
  return typeof uri === 'string' ? index.template(uri) : undefined
}
