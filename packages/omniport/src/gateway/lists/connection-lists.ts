import type { MaybePromise } from '../../async/maybe-promise.js'
import { listAll } from '../../client/requests/list-all.js'
import type { RpcId } from '../../jsonrpc/messages/messages.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { CacheHints, Page } from '../../protocol/model/results.js'
import type { Tool } from '../../protocol/model/tool.js'
import { isObject } from '../../values/json/is-object.js'
import { startsExtensionTasks } from '../tasks/task-mode.js'
import type { OpenUpstream } from '../upstreams/open-upstream.js'
import type { UpstreamNames } from '../upstreams/upstream-names.js'
import { type ListItem, type ListKind, lists } from './list-kind.js'
import { type NamedItem, UpstreamList } from './upstream-list.js'

export interface ConnectionListsOptions {
  readonly names: UpstreamNames
  /** True: the upstream offers the tool of this name. */
  readonly offersTool: (name: string) => boolean
  /** Gives the names of tools that are blocked. Default: none is. */
  readonly findBlocked?: ((tools: readonly Tool[]) => Promise<ReadonlySet<string>>) | undefined
  /** The only tool, in place of an error. Default: errors are passed on. */
  readonly substitute?: ((reason: unknown) => Tool | undefined) | undefined
  /** Called with each list that was read. */
  readonly onRead: (list: UpstreamList) => void
  /** Gives a live connection. */
  readonly ready: (exchange: Exchange | undefined) => MaybePromise<OpenUpstream>
  /** Called while a page is read for a client: questions that come meanwhile may be for it. */
  readonly readers: Map<RpcId, Exchange>
}

interface Stored {
  readonly list: UpstreamList
  /** The time until which it may be given again. Undefined: until it changes. */
  readonly untilMs: number | undefined
  readonly readMs: number
}

/**
 * The lists of one connection. They are given again while the upstream allows that, or until it announces a change where it does
 * that; those of other legacy upstreams are read each time.
 */
export class ConnectionLists {
  readonly #options: ConnectionListsOptions
  readonly #stored = new Map<ListKind, Stored>()
  readonly #reading = new Map<ListKind, Promise<UpstreamList>>()

  #blocked: ReadonlySet<unknown> = new Set()

  constructor(options: ConnectionListsOptions) {
    this.#options = options
  }

  /** The list as it was read last, however old it is. */
  last(kind: ListKind): UpstreamList | undefined {
    return this.#stored.get(kind)?.list
  }

  /** True for a tool that was blocked when the list was read last. */
  isBlocked(tool: string): boolean {
    return this.#blocked.has(tool)
  }

  /** True until a list was read, and after a change of it was announced. */
  isOutdated(kind: ListKind): boolean {
    const stored = this.#stored.get(kind)
    return stored === undefined || stored.untilMs === 0
  }

  /** True if a list may have changed without anybody having been told. */
  isStale(kind: ListKind, nowMs: number): boolean {
    const stored = this.#stored.get(kind)
    if (stored?.untilMs === undefined) return stored === undefined
    return stored.untilMs === 0 || (nowMs >= stored.untilMs && nowMs >= stored.readMs + staleMs)
  }

  /** Reads the lists again that were read before. Gives the kinds that differ. Never rejects. */
  async findChanged(): Promise<readonly ('tools' | 'prompts' | 'resources')[]> {
    const changed = [...this.#stored].map(async ([kind, { list }]) => {
      const before = JSON.stringify(list.items)
      const read = await this.read(kind, undefined).catch(() => list)
      return JSON.stringify(read.items) === before ? [] : [kind === 'resourceTemplates' ? 'resources' : kind]
    })
    return [...new Set((await Promise.all(changed)).flat())]
  }

  /** Rejects as a request to the upstream does. */
  get(kind: ListKind, exchange: Exchange, nowMs: number): MaybePromise<UpstreamList> {
    const stored = this.#stored.get(kind)
    if (stored !== undefined && (stored.untilMs === undefined || nowMs < stored.untilMs)) return stored.list
    return this.read(kind, exchange)
  }

  /** Reads it anew; clients that ask meanwhile get the same. */
  read(kind: ListKind, exchange: Exchange | undefined): Promise<UpstreamList> {
    let reading = this.#reading.get(kind)
    if (reading === undefined) {
      const done = () => {
        if (this.#reading.get(kind) === reading) this.#reading.delete(kind)
      }
      reading = this.#read(kind, exchange).finally(done)
      this.#reading.set(kind, reading)
    }
    return reading
  }

  /** A list that is being read may be the old one. */
  invalidate(kinds: readonly ListKind[]): void {
    for (const kind of kinds) {
      const stored = this.#stored.get(kind)
      if (stored !== undefined) this.#stored.set(kind, { ...stored, untilMs: 0 })
      this.#reading.delete(kind)
    }
  }

  async #read(kind: ListKind, exchange: Exchange | undefined): Promise<UpstreamList> {
    try {
      return await this.#readOpen(kind, exchange, await this.#options.ready(exchange))
    } catch (reason) {
      const tool = this.#options.substitute?.(reason)
      if (tool === undefined) throw reason
      const items = kind === 'tools' ? await this.#name(kind, [tool as object as ListItem]) : []
      return new UpstreamList(kind, items, { hints: undefined, isAnnounced: false })
    }
  }

  async #readOpen(kind: ListKind, exchange: Exchange | undefined, open: OpenUpstream): Promise<UpstreamList> {
    if (!open.declares(lists[kind].capability))
      return new UpstreamList(kind, [], { hints: undefined, isAnnounced: true })
    const reading = this.#reading.get(kind)
    const { items, hints } = await this.#readPages(kind, open, exchange)
    const usable = withTaskSupport(kind, await this.#unblocked(kind, this.#usable(kind, items, open)), open)
    const named = await this.#name(kind, usable)
    const list = new UpstreamList(kind, named, { hints, isAnnounced: announces(kind, open) })
    // A change in the meantime makes it an old one.
    if (this.#reading.get(kind) === reading) this.#store(kind, list, open)
    return list
  }

  #store(kind: ListKind, list: UpstreamList, { services }: OpenUpstream): void {
    const readMs = services.runtime.now()
    const untilMs = list.isAnnounced ? undefined : readMs + (list.hints?.ttlMs ?? 0)
    this.#stored.set(kind, { list, untilMs, readMs })
    this.#options.onRead(list)
  }

  async #readPages(
    kind: ListKind,
    { active, services }: OpenUpstream,
    exchange: Exchange | undefined,
  ): Promise<{ readonly items: readonly ListItem[]; readonly hints: Required<CacheHints> | undefined }> {
    const { method } = lists[kind]
    const { readers } = this.#options
    const { timeoutMs, maxTimeoutMs, limits } = services
    let hints: Required<CacheHints> | undefined
    const page = async (cursor: string | undefined): Promise<Page> => {
      let id: RpcId | undefined
      const onId = (given: RpcId) => {
        id = given
        if (exchange !== undefined) readers.set(given, exchange)
      }
      const params = cursor === undefined ? undefined : { cursor }
      try {
        const read = await active.connection.request(method, params, { timeoutMs, maxTimeoutMs, onId })
        hints = leastOf(hints, read)
        return read
      } finally {
        if (id !== undefined) readers.delete(id)
      }
    }
    const itemsOf = (read: Page) => (read as Readonly<Record<string, unknown>>)[kind] as readonly ListItem[] // decoding checked them
    const items = await listAll({ method, itemsOf, limits, page, onInvalidCursor: () => (hints = undefined) }, true)
    return { items, hints }
  }

  /** Over HTTP a tool whose marks for headers are invalid cannot be called. */
  #usable(kind: ListKind, items: readonly ListItem[], { transport, services }: OpenUpstream): readonly ListItem[] {
    if (kind !== 'tools') return items
    const offered = items.filter(({ name }) => this.#options.offersTool(String(name)))
    if (transport.mirrorsArguments === undefined) return offered
    return services.toolHeaders.replace(offered as object as readonly Tool[]) as object as readonly ListItem[] // decoding checked them
  }

  async #unblocked(kind: ListKind, items: readonly ListItem[]): Promise<readonly ListItem[]> {
    const { findBlocked } = this.#options
    if (kind !== 'tools' || findBlocked === undefined) return items
    const blocked = await findBlocked(items as object as readonly Tool[]) // decoding checked them
    this.#blocked = blocked
    return items.filter(({ name }) => !blocked.has(String(name)))
  }

  async #name(kind: ListKind, items: readonly ListItem[]): Promise<readonly NamedItem[]> {
    const { key } = lists[kind]
    const seen = new Set<unknown>()
    const single = items.filter((item) => !seen.has(item[key]) && seen.add(item[key]))
    if (key !== 'name') return single.map((item) => ({ name: String(item[key]), item }))
    return Promise.all(
      single.map(async (item) => ({ name: await this.#options.names.toClientName(String(item['name'])), item })),
    )
  }
}

/**
 * Any call of an upstream with the extension may become a task. A client of 2025-11-25 asks for one only where a tool says so.
 * spec: SEP-2663#task-creation, 2025-11-25 basic/utilities/tasks#tool-level-negotiation
 */
function withTaskSupport(kind: ListKind, items: readonly ListItem[], open: OpenUpstream): readonly ListItem[] {
  if (kind !== 'tools' || !startsExtensionTasks(open)) return items
  return items.map((item) => ({ ...item, execution: { taskSupport: 'optional' } }))
}

/** Tools of an upstream that announces no changes are compared with their pins this often at most. */
const staleMs = 60_000

function announces(kind: ListKind, { active, profile }: OpenUpstream): boolean {
  const capability = active.handshake.capabilities[lists[kind].capability]
  return profile.era === 'legacy' && isObject(capability) && capability['listChanged'] === true
}

/** The least of all pages. A legacy upstream says nothing. */
function leastOf(
  hints: Required<CacheHints> | undefined,
  { ttlMs, cacheScope }: Readonly<Record<string, unknown>>,
): Required<CacheHints> | undefined {
  if (ttlMs === undefined && cacheScope === undefined && hints === undefined) return undefined
  const ms = typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0
  const isPublic = cacheScope === 'public' && hints?.cacheScope !== 'private'
  return { ttlMs: Math.min(ms, hints?.ttlMs ?? ms), cacheScope: isPublic ? 'public' : 'private' }
}
