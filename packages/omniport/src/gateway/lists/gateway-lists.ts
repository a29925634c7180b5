import { andThen, isPromise, type MaybePromise } from '../../async/maybe-promise.js'
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
import { ListNames } from './list-names.js'
import type { NamedList, ShownNames } from './shown-names.js'
import { encodeItem, type UpstreamList } from './upstream-list.js'

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
  /** In its place, the one that was read before: its names stay those of this upstream. */
  readonly last?: UpstreamList | undefined
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
  readonly #ids = new WeakMap<UpstreamList | ShownNames, number>()
  readonly #names: ListNames

  constructor(options: GatewayListsOptions) {
    const { info, limits, logger } = options.services
    this.#options = options
    this.#names = new ListNames(logger)
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
    if (!parts.some(isReading)) return parts as readonly ListPart[] // none is being read
    const isOnly = upstreams.length === 1
    return Promise.all(
      parts.map((part) => {
        if (!isReading(part)) return part
        return isOnly ? part.reading : this.#inTime(part, reader)
      }),
    )
  }

  /** The names of all tools or prompts. */
  async names(kind: 'tools' | 'prompts', reader: ListReader): Promise<ShownNames> {
    return this.#names.of(listsOf(await this.parts(kind, reader)))
  }

  #part(kind: ListKind, upstream: Upstream, { exchange, singles }: ListReader): ListPart | Reading {
    const { runtime } = this.#options.services
    let connection: UpstreamConnection
    try {
      connection = upstream.connectionFor(exchange, singles)
    } catch (reason) {
      return { upstream, reason }
    }
    const list = connection.lists.get(kind, exchange, runtime.now())
    if (!isPromise(list)) return { upstream, list }
    const last = connection.lists.last(kind)
    const reading = list.then(
      (read) => ({ upstream, list: read }),
      (reason) => ({ upstream, last, reason }),
    )
    return { upstream, last, reading }
  }

  /** What comes too late is announced as a change. */
  async #inTime({ upstream, last, reading }: Reading, reader: ListReader): Promise<ListPart> {
    let settled: ListPart | undefined
    const watched = reading.then((value) => {
      settled = value
    })
    const { limits, runtime } = this.#options.services
    await waitAtMost(watched, runtime, upstream.isSlow ? 1 : limits.upstreamWaitMs)
    if (settled !== undefined) return settled
    upstream.isSlow = true
    void reading.then(({ list }) => {
      upstream.isSlow = false
      if (list === undefined || list.items.length === 0) return
      const type = list.kind === 'resourceTemplates' ? 'resources' : list.kind
      upstream.connectionFor(reader.exchange, reader.singles).changes.publish({ type })
    })
    return { upstream, last }
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
    const ids = read.map(({ list }) => this.#idOf(list)).join()
    const encode = (names: ShownNames | undefined) => {
      const hasOthers = names !== undefined && names.others.size > 0
      const key = `${revision} ${kind} ${isWhole} ${ids} ${hasOthers ? this.#idOf(names) : ''} ${cursor ?? ''}`
      return this.#encoder.cached(key, revision, () => {
        const entries = uniqueEntries(read.flatMap(({ list }) => entriesOf(list, revision, names)))
        const { items, nextCursor } = paginate(entries, ({ name }) => name, {
          cursor,
          pageSize: this.#options.pageSize,
        })
        const lists = read.map(({ list }) => list)
        return { kind, items: items.map(({ text }) => text), nextCursor, ...hintsOf(lists, isWhole) }
      })
    }
    if (kind === 'resources' || kind === 'resourceTemplates') return encode(undefined)
    return andThen(this.#names.of(listsOf(parts)), encode)
  }

  #idOf(list: UpstreamList | ShownNames): number {
    const known = this.#ids.get(list) ?? this.#options.services.nextNumber()
    this.#ids.set(list, known)
    return known
  }
}

/** A list that is being read, and the one that was read before. */
interface Reading {
  readonly upstream: Upstream
  readonly last: UpstreamList | undefined
  readonly reading: Promise<ListPart>
}

function isReading(part: ListPart | Reading): part is Reading {
  return 'reading' in part
}

interface Entry {
  readonly name: string
  readonly text: string
}

/** A name stays that of an upstream whose list cannot be read for a while. */
function listsOf(parts: readonly ListPart[]): readonly NamedList[] {
  return parts.map(({ upstream, list, last }) => ({ upstream, list: list ?? last }))
}

function entriesOf(list: UpstreamList, revision: Revision, names: ShownNames | undefined): readonly Entry[] {
  const texts = list.texts(revision)
  return list.items.flatMap((named, at) => {
    if (names?.others.has(named) !== true) return [{ name: named.name, text: texts[at] ?? '' }]
    const name = names.others.get(named)
    return name === undefined ? [] : [{ name, text: encodeItem(list.kind, { name, item: named.item }, revision) }]
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
