import type { MaybePromise } from '../../async/maybe-promise.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { GatewayLists, ListPart, ListReader } from '../lists/gateway-lists.js'
import type { ListKind } from '../lists/list-kind.js'
import { SkillLists } from '../lists/skill-lists.js'
import type { UpstreamList } from '../lists/upstream-list.js'
import type { Upstream } from '../upstreams/upstream.js'

/** A definition at its upstream. */
export interface NamedRoute {
  readonly upstream: Upstream
  /** Its name there. */
  readonly name: string
}

/** Finds the upstreams that requests are for. */
export class Routes {
  readonly skills: SkillLists
  readonly #lists: GatewayLists
  readonly #upstreams: readonly Upstream[]
  /** Names that can be taken apart without a list. */
  readonly #known = new Map<string, NamedRoute>()
  /** The lists whose names with hashes were made. */
  readonly #named = new WeakSet<UpstreamList>()

  constructor(upstreams: readonly Upstream[], lists: GatewayLists) {
    this.#upstreams = upstreams
    this.#lists = lists
    this.skills = new SkillLists(upstreams)
  }

  /** The only upstream, if there is but one. */
  get only(): Upstream | undefined {
    return this.#upstreams.length === 1 ? this.#upstreams[0] : undefined
  }

  /** The route of a name as far as it is known without a list. */
  known(name: string): NamedRoute | undefined {
    const remembered = this.#known.get(name)
    if (remembered !== undefined) return remembered
    const known = this.#takeApart(name)
    if (known === undefined) return undefined
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(name, known)
    return known
  }

  /** The route of a tool or prompt. Rejects with RpcError -32602 for a name that no upstream has. */
  named(kind: 'tools' | 'prompts', name: string, reader: ListReader): MaybePromise<NamedRoute> {
    const known = this.known(name)
    return known === undefined ? this.#search(kind, name, reader) : assertOffered(kind, known, name)
  }

  /**
   * The upstream of a resource: the first that lists it, has a template for it, or names it as the interface of a tool. Undefined:
   * none does.
   */
  ofUri(uri: string, reader: ListReader): MaybePromise<Upstream | undefined> {
    const listed = this.lastOwner(uri, reader)
    if (listed !== undefined || this.only !== undefined) return listed ?? this.only
    return this.#searchUri(uri, reader)
  }

  /** The same, as far as the client's lists were read. */
  lastOwner(uri: string, { exchange, singles }: ListReader): Upstream | undefined {
    if (this.only !== undefined) return this.only
    const connections = this.#upstreams.map((upstream) => upstream.connectionFor(exchange, singles))
    const owner = (has: (at: (typeof connections)[number]) => boolean | undefined) =>
      connections.find((connection) => has(connection))?.owner
    const found =
      owner(({ lists }) => lists.last('resources')?.has(uri)) ??
      owner(({ lists }) => lists.last('tools')?.hasUi(uri)) ??
      owner(({ lists }) => {
        const templates = lists.last('resourceTemplates')
        return templates?.has(uri) === true || templates?.matches(uri)
      })
    return this.#upstreams.find((upstream) => upstream === found) ?? this.skills.ownerOf(uri)
  }

  /** Those that may have resources that they do not list. */
  withResources(): readonly Upstream[] {
    return this.#upstreams.filter(({ handshake }) => Object.hasOwn(handshake?.capabilities ?? {}, 'resources'))
  }

  #takeApart(name: string): NamedRoute | undefined {
    for (const upstream of this.#upstreams) {
      const original = upstream.names.toOriginal(name)
      if (original !== undefined) return { upstream, name: original }
    }
    const unprefixed = this.#upstreams.filter(({ names }) => names.prefix === '')
    const [upstream] = unprefixed
    const original = unprefixed.length === 1 ? upstream?.names.toUnprefixed(name) : undefined
    return upstream === undefined || original === undefined ? undefined : { upstream, name: original }
  }

  /** Lists have names with hashes, and those of several upstreams without a prefix. */
  async #search(kind: 'tools' | 'prompts', name: string, reader: ListReader): Promise<NamedRoute> {
    const parts = await this.#lists.parts(kind, reader)
    const route = this.known(name) ?? findListed(name, parts) ?? (await this.#findOther(name, parts))
    if (route === undefined) throw toUnknownError(kind, name)
    return assertOffered(kind, route, name)
  }

  /** What cannot keep its name has one with a hash, which is known once it was made. */
  async #findOther(name: string, parts: readonly ListPart[]): Promise<NamedRoute | undefined> {
    for (const { upstream, list } of parts) {
      if (upstream.names.prefix !== '' || list === undefined || this.#named.has(list)) continue
      this.#named.add(list)
      await Promise.all(list.items.map(({ item }) => upstream.names.toOtherName(String(item['name']))))
    }
    return this.known(name)
  }

  async #searchUri(uri: string, reader: ListReader): Promise<Upstream | undefined> {
    const kinds: readonly ListKind[] = ['resources', 'resourceTemplates', ...(isUi(uri) ? (['tools'] as const) : [])]
    await Promise.all(kinds.map((kind) => Promise.resolve(this.#lists.parts(kind, reader)).catch(() => {})))
    const owner = this.lastOwner(uri, reader)
    if (owner !== undefined || !uri.startsWith('skill:')) return owner
    await this.skills.read(reader)
    return this.skills.ownerOf(uri)
  }
}

/** The upstreams and their names decide what can be remembered; names come from clients. */
const maxKnown = 10_000

/** Of several upstreams without a prefix, the first has the name. */
function findListed(name: string, parts: readonly ListPart[]): NamedRoute | undefined {
  const part = parts.find(({ list }) => list?.items.some((item) => item.name === name))
  const item = part?.list?.items.find((named) => named.name === name)
  return part === undefined || item === undefined
    ? undefined
    : { upstream: part.upstream, name: String(item.item['name']) }
}

function assertOffered(kind: 'tools' | 'prompts', route: NamedRoute, name: string): NamedRoute {
  if (kind === 'tools' && !route.upstream.offersTool(route.name)) throw toUnknownError(kind, name)
  return route
}

function toUnknownError(kind: 'tools' | 'prompts', name: string): RpcError {
  return RpcError.invalidParams(`Unknown ${kind.slice(0, -1)}: ${truncate(name)}`)
}

function isUi(uri: string): boolean {
  return uri.startsWith('ui:')
}
