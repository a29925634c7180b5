import type { RpcParams } from '../../jsonrpc/messages/messages.js'
import type { CacheHints } from '../../protocol/model/results.js'
import type { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Entry } from '../definitions/entry.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { ListEncoder } from './list-encoder.js'
import { paginate } from './paginate.js'

/** How lists are made, the same for all of a server. */
export interface ListOptions {
  readonly encoder: ListEncoder
  readonly pageSize: number | undefined
  readonly hints: CacheHints
}

/** A cursor longer than this was not made here; it is not worth a place in a cache. */
const longestKey = 1_024

/**
 * One page of a list of definitions: those that the caller may see, in the order they were added. What was encoded once is
 * kept until the list changes.
 *
 * spec: server/tools#listing-tools
 *
 * @throws RpcError -32602 for an invalid cursor.
 */
export function listDefinitions(
  kind: Entry['kind'],
  entries: Iterable<Entry>,
  {
    encoder,
    pageSize,
    hints,
    params,
    call,
  }: ListOptions & { readonly params: RpcParams; readonly call: HandlerRequest },
): EncodedResult {
  const all = [...entries]
  const seen = new Set(all.filter((entry) => entry.isVisible(call.exchange.principal)))
  const varies = all.some(({ definition }) => definition.visible !== undefined)
  const { revision } = call.exchange
  const cursor = params['cursor'] as string | undefined // the method's check saw to that
  const page = () => {
    const { items, nextCursor } = paginate([...seen], ({ name }) => name, { cursor, pageSize })
    const cacheScope = varies ? 'private' : hints.cacheScope
    return {
      kind,
      items: items.map((entry) => entry.encode(revision)),
      nextCursor,
      ttlMs: hints.ttlMs,
      cacheScope,
    } as const
  }
  const pattern = varies ? all.map((entry) => (seen.has(entry) ? '1' : '0')).join('') : ''
  const key = `${revision} ${kind} ${pattern} ${cursor === undefined ? '' : `:${cursor}`}`
  return key.length > longestKey ? encoder.encode(revision, page()) : encoder.cached(key, revision, page)
}
