import type { ListParams } from '../../protocol/methods/method-params.js'
import type { CacheHints } from '../../protocol/model/results.js'
import type { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Entry } from '../definitions/entry.js'
import type { HandlerRequest } from '../requests/run-handler.js'
import type { EncodedPage, ListEncoder } from './list-encoder.js'
import { paginate } from './paginate.js'

export interface ListOptions {
  readonly encoder: ListEncoder
  readonly pageSize: number | undefined
  readonly hints: CacheHints
}

/** Lists with a longer cursor are not cached: no server made such a cursor. */
const longestKey = 1_024

/**
 * Encodes one page of a list of definitions: those that the caller may see, in the order they were added. The page is cached
 * until the list changes. spec: server/tools#listing-tools
 * @throws RpcError -32602 for an invalid cursor.
 */
export function listDefinitions(
  kind: Entry['kind'],
  entries: () => Iterable<Entry>,
  { encoder, pageSize, hints, call }: ListOptions & { readonly call: HandlerRequest<ListParams> },
): EncodedResult {
  const { revision } = call.exchange
  const { cursor } = call.params
  const pageOf = (seen: readonly Entry[], cacheScope: CacheHints['cacheScope']): EncodedPage => {
    const { items, nextCursor } = paginate(seen, ({ name }) => name, { cursor, pageSize })
    return { kind, items: items.map((entry) => entry.encode(revision)), nextCursor, ttlMs: hints.ttlMs, cacheScope }
  }
  const cached = (pattern: string, page: () => EncodedPage) => {
    const key = `${revision} ${kind} ${pattern} ${cursor === undefined ? '' : `:${cursor}`}`
    return key.length > longestKey ? encoder.encode(revision, page()) : encoder.cached(key, revision, page)
  }
  // A page that is cached takes as long for ten thousand definitions as for ten.
  if (encoder.isAlike(kind, () => [...entries()].every((entry) => !entry.varies)))
    return cached('', () => pageOf([...entries()], hints.cacheScope))
  const all = [...entries()]
  const seen = new Set(all.filter((entry) => entry.isListedFor(call.exchange)))
  const varies = all.some(({ definition }) => definition.visible !== undefined)
  const pattern = seen.size < all.length ? all.map((entry) => (seen.has(entry) ? '1' : '0')).join('') : ''
  return cached(pattern, () => pageOf([...seen], varies ? 'private' : hints.cacheScope))
}
