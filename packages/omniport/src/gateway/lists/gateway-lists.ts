import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import { waitAtMost } from '../../async/waiting/wait-at-most.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { CacheHints } from '../../protocol/model/results.js'
import type { EncodedResult } from '../../protocol/results/encoded-result.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { ListEncoder } from '../../server/lists/list-encoder.js'
import { paginate } from '../../server/lists/paginate.js'
import type { GatewayServices } from '../gateway-services.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { UpstreamConnection } from '../upstreams/upstream-connection.js'
import type { ListKind } from './list-kind.js'
import { encodeItem, type NamedItem, type UpstreamList } from './upstream-list.js'

/** A client that asks, and the connections that only it has. */
export interface ListReader {
  readonly exchange: Exchange
  readonly singles: Map<Upstream, UpstreamConnection>
}

/** The list of one upstream, or what stands in its place. */
export interface ListPart {
  readonly upstream: Upstream
  /** Undefined: it could not be read, or takes longer. */
  readonly list?: UpstreamList | undefined
  readonly reason?: unknown
}

export interface GatewayListsOptions {
  readonly services: GatewayServices
  readonly pageSize: number | undefined
  /** Those that can be used, in order. */
  readonly upstreams: () => readonly Upstream[]
}

/** The lists of all upstreams as one, in the order of the upstreams. */
export class GatewayLists {
  readonly #options: GatewayListsOptions
  readonly #encoder: ListEncoder
  /** Of lists, so that pages of the same lists are encoded once. */
  readonly #ids = new WeakMap<UpstreamList, number>()

  constructor(options: GatewayListsOptions) {
    const { info, limits } = options.services
    this.#options = options
    this.#encoder = new ListEncoder(info, limits.listCacheBytes)
  }

  /**
   * One page. An upstream that cannot be reached in time is left out; its clients hear of a change when it is there. Rejects with
   * RpcError where no upstream gave its list and one failed, and -32602 for an invalid cursor.
   */
  page(kind: ListKind, cursor: string | undefined, reader: ListReader): MaybePromise<EncodedResult> {
    const parts = this.parts(kind, reader)
    return isPromise(parts)
      ? parts.then((settled) => this.#encode(kind, settled, { cursor, reader }))
      : this.#encode(kind, parts, { cursor, reader })
  }

  /** The list of each upstream. Where there are several, none is waited for longer than `limits.upstreamWaitMs`. */
  parts(kind: ListKind, reader: ListReader): MaybePromise<readonly ListPart[]> {
    const upstreams = this.#options.upstreams()
    const parts = upstreams.map((upstream) => this.#part(kind, upstream, reader))
    if (!parts.some(isPromise)) return parts as readonly ListPart[] // none is a promise
    const isOnly = upstreams.length === 1
    return Promise.all(
      parts.map((part, at) => (isPromise(part) && !isOnly ? this.#inTime(part, upstreams[at], reader) : part)),
    )
  }

  #part(kind: ListKind, upstream: Upstream, { exchange, singles }: ListReader): MaybePromise<ListPart> {
    const { runtime } = this.#options.services
    let connection: UpstreamConnection
    try {
      connection = upstream.connectionFor(exchange, singles)
    } catch (reason) {
      return { upstream, reason }
    }
    const list = connection.lists.get(kind, exchange, runtime.now())
    if (!isPromise(list)) return { upstream, list }
    return list.then(
      (read) => ({ upstream, list: read }),
      (reason) => ({ upstream, reason }),
    )
  }

  /** What comes too late is announced as a change. */
  async #inTime(part: Promise<ListPart>, upstream: Upstream | undefined, reader: ListReader): Promise<ListPart> {
    if (upstream === undefined) return part
    let settled: ListPart | undefined
    const watched = part.then((value) => {
      settled = value
    })
    const { limits, runtime } = this.#options.services
    await waitAtMost(watched, runtime, upstream.isSlow ? 1 : limits.upstreamWaitMs)
    if (settled !== undefined) return settled
    upstream.isSlow = true
    void part.then(({ list }) => {
      upstream.isSlow = false
      if (list === undefined || list.items.length === 0) return
      const type = list.kind === 'resourceTemplates' ? 'resources' : list.kind
      upstream.connectionFor(reader.exchange, reader.singles).changes.publish({ type })
    })
    return { upstream }
  }

  #encode(
    kind: ListKind,
    parts: readonly ListPart[],
    { cursor, reader }: { readonly cursor: string | undefined; readonly reader: ListReader },
  ): MaybePromise<EncodedResult> {
    const read = parts.flatMap(({ upstream, list }) => (list === undefined ? [] : [{ upstream, list }]))
    const failed = parts.find(({ reason }) => reason !== undefined)
    if (read.length === 0 && failed !== undefined) throw failed.reason
    const { revision } = reader.exchange
    const isWhole = read.length === parts.length
    const key = `${revision} ${kind} ${isWhole} ${read.map(({ list }) => this.#idOf(list)).join()} ${cursor ?? ''}`
    const taken = findTaken(read.map(({ list }) => list))
    const encode = (others: OtherNames) => {
      const all = read.flatMap(({ list }) => entriesOf(list, revision, others))
      const unique = uniqueEntries(all)
      const { items, nextCursor } = paginate(unique, ({ name }) => name, { cursor, pageSize: this.#options.pageSize })
      return {
        kind,
        items: items.map(({ text }) => text),
        nextCursor,
        ...hintsOf(
          read.map(({ list }) => list),
          isWhole,
        ),
      }
    }
    if (taken.size === 0) return this.#encoder.cached(key, revision, () => encode(noNames))
    return namesInstead(read, taken).then((others) => this.#encoder.cached(key, revision, () => encode(others)))
  }

  #idOf(list: UpstreamList): number {
    const known = this.#ids.get(list) ?? this.#options.services.nextNumber()
    this.#ids.set(list, known)
    return known
  }
}

/** Names that are not those of the settings. */
type OtherNames = ReadonlyMap<NamedItem, string>

const noNames: OtherNames = new Map()

interface Read {
  readonly upstream: Upstream
  readonly list: UpstreamList
}

interface Entry {
  readonly name: string
  readonly text: string
}

/** The names of tools and prompts that several upstreams have, which is possible without prefixes. */
function findTaken(read: readonly UpstreamList[]): ReadonlySet<string> {
  if (read.length < 2) return new Set()
  const seen = new Set<string>()
  const taken = new Set<string>()
  for (const { kind, items } of read) {
    if (kind === 'resources' || kind === 'resourceTemplates') return taken
    for (const { name } of items) (seen.has(name) ? taken : seen).add(name)
  }
  return taken
}

/** The first upstream keeps the name. Gives the names of the others. */
async function namesInstead(read: readonly Read[], taken: ReadonlySet<string>): Promise<OtherNames> {
  const owned = new Set<string>()
  const others = new Map<NamedItem, string>()
  for (const { upstream, list } of read) {
    for (const named of list.items.filter(({ name }) => taken.has(name))) {
      if (owned.has(named.name)) others.set(named, await upstream.names.toOtherName(String(named.item['name'])))
      else owned.add(named.name)
    }
  }
  return others
}

function entriesOf(list: UpstreamList, revision: Revision, others: OtherNames): readonly Entry[] {
  const texts = list.texts(revision)
  return list.items.map((named, at) => {
    const name = others.get(named)
    if (name === undefined) return { name: named.name, text: texts[at] ?? '' }
    return { name, text: encodeItem(list.kind, { name, item: named.item }, revision) }
  })
}

/** Of several resources with one URI the first counts. */
function uniqueEntries(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ name }) => !seen.has(name) && seen.add(name))
}

/** The least of all. A legacy upstream that announces no changes may have changed at once. */
function hintsOf(read: readonly UpstreamList[], isWhole: boolean): CacheHints {
  const times = read.flatMap(({ hints, isAnnounced }) => (isAnnounced ? [] : [hints?.ttlMs ?? 0]))
  const isPublic = isWhole && read.every(({ hints }) => hints?.cacheScope === 'public')
  const ttlMs = isWhole && times.length > 0 ? Math.min(...times) : 0
  return { ttlMs, cacheScope: isPublic ? 'public' : 'private' }
}
