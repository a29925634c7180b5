import type { RpcParams, RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Principal } from '../../protocol/exchange/peer.js'
import type { Limits } from '../../protocol/limits/limits.js'
import type { Environment } from '../../transport/environment.js'
import { isObject } from '../../values/json/is-object.js'
import type { Entry } from '../definitions/entry.js'
import { type DefinitionSources, findDefinition } from '../definitions/find-definition.js'

export interface ScopeSources extends DefinitionSources {
  readonly limits: Limits
}

/** Tells transports which scopes the definitions of a server take. */
export function createScopeLookup(
  sources: () => ScopeSources,
): Required<Pick<Environment, 'prepareScopes' | 'scopesOf' | 'hasScopes'>> {
  return {
    prepareScopes: () => sources().index.prepare(),
    scopesOf: (message, principal) => requiredScopes(sources(), message, principal),
    hasScopes: () => hasScopes(sources()),
  }
}

function hasScopes({ tools, prompts, index }: ScopeSources): boolean {
  return [...tools.entries(), ...prompts.entries()].some(takesScopes) || index.hasScopes
}

/**
 * Lists the scopes that a principal must have for a request: those of the definitions that it names, as far as the principal
 * may see them. The parameters need not be checked.
 */
function requiredScopes(sources: ScopeSources, request: RpcRequest, principal: Principal): readonly string[] {
  const { method, params = {} } = request
  if (method !== 'subscriptions/listen') return scopesOf(findDefinition(sources, request, principal), principal)
  const { index, limits } = sources
  if (!index.hasScopes) return []
  return urisOf(params, limits).flatMap((uri) => scopesOf(index.find(uri, principal)?.entry, principal))
}

function takesScopes(entry: Entry | undefined): entry is Entry {
  return (entry?.definition.scopes?.length ?? 0) > 0
}

/** A definition that is not visible takes no scopes, so that the answer does not show that it exists. */
function scopesOf(entry: Entry | undefined, principal: Principal): readonly string[] {
  return takesScopes(entry) && entry.isVisible(principal) ? (entry.definition.scopes ?? []) : []
}

/** Gives nothing for more URIs than a subscription may have: such a request is refused as a whole. */
function urisOf({ notifications }: RpcParams, { subscriptions }: Limits): readonly string[] {
  const uris = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined
  if (!Array.isArray(uris) || uris.length > subscriptions) return []
  return uris.filter((uri) => typeof uri === 'string')
}
