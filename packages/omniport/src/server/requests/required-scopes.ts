import type { RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { Limits } from '../../protocol/limits/limits.js'
import { isObject } from '../../values/json/is-object.js'
import type { DefinitionRegistry } from '../definitions/definition-registry.js'
import type { Entry } from '../definitions/entry.js'
import type { AnyPrompt } from '../prompts/prompt.js'
import type { PromptEntry } from '../prompts/prompt-entry.js'
import type { ResourceIndex } from '../resources/resource-index.js'
import type { AnyTool } from '../tools/tool.js'
import type { ToolEntry } from '../tools/tool-entry.js'

/** Where the definitions are that requests name. */
export interface ScopeSources {
  readonly tools: DefinitionRegistry<AnyTool, ToolEntry>
  readonly prompts: DefinitionRegistry<AnyPrompt, PromptEntry>
  readonly index: ResourceIndex
  readonly limits: Limits
}

/** Whether any definition takes scopes. */
export function hasScopes({ tools, prompts, index }: ScopeSources): boolean {
  return [...tools.entries(), ...prompts.entries()].some(takesScopes) || index.hasScopes
}

/**
 * What a principal must have been granted for a request: the scopes of the definitions that it names, as far as the principal
 * may see them. Params are taken as they come, unchecked.
 */
export function requiredScopes(
  sources: ScopeSources,
  { method, params = {} }: RpcRequest,
  principal: Principal,
): readonly string[] {
  const { tools, prompts } = sources
  const named = () => textOf(params, 'name')
  switch (method) {
    case 'tools/call':
      return scopesOf(tools.get(named()), principal)
    case 'prompts/get':
      return scopesOf(prompts.get(named()), principal)
    case 'completion/complete':
      return scopesOf(completed(sources, params), principal)
    case 'resources/read':
    case 'resources/subscribe':
      return scopesOfUri(sources, textOf(params, 'uri'), principal)
    case 'subscriptions/listen':
      return urisOf(params, sources.limits).flatMap((uri) => scopesOfUri(sources, uri, principal))
    default:
      return []
  }
}

function takesScopes(entry: Entry | undefined): entry is Entry {
  return (entry?.definition.scopes?.length ?? 0) > 0
}

/** What is not visible answers as if it were not there, and so takes nothing. */
function scopesOf(entry: Entry | undefined, principal: Principal): readonly string[] {
  return takesScopes(entry) && entry.isVisible(principal) ? (entry.definition.scopes ?? []) : []
}

function scopesOfUri({ index }: ScopeSources, uri: string, principal: Principal): readonly string[] {
  return index.hasScopes ? (index.find(uri, principal)?.entry.definition.scopes ?? []) : []
}

function completed({ prompts, index }: ScopeSources, { ref }: RpcParams): Entry | undefined {
  if (!isObject(ref)) return undefined
  return ref['type'] === 'ref/prompt' ? prompts.get(textOf(ref, 'name')) : index.template(textOf(ref, 'uri'))
}

/** More than can be subscribed to are refused as a whole. */
function urisOf({ notifications }: RpcParams, { subscriptions }: Limits): readonly string[] {
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined
  if (!Array.isArray(uris) || uris.length > subscriptions) return []
  return uris.filter((uri) => typeof uri === 'string')
}

function textOf(params: Readonly<Record<string, unknown>>, name: string): string {
  const value = params[name]
  return typeof value === 'string' ? value : ''
}
