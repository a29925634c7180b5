import type { MaybePromise } from '../../async/maybe-promise.js'
import { serverOfName } from '../../host/catalogue/tool-names.js'
import { RpcError } from '../../jsonrpc/messages/rpc-error.js'
import { truncate } from '../../values/text/truncate.js'
import type { GatewayLists, ListReader } from '../lists/gateway-lists.js'
import type { ListKind } from '../lists/list-kind.js'
import type { NamedRoute } from '../lists/shown-names.js'
import { SkillLists } from '../lists/skill-lists.js'
import type { Upstream } from '../upstreams/upstream.js'

/** Finds the upstreams that requests are for. */
export class Routes {
  readonly skills: SkillLists
  readonly #lists: GatewayLists
  readonly #upstreams: readonly Upstream[]
  /** Names that can be taken apart without a list. */
  readonly #known = new Map<string, NamedRoute>()

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
    if (known === undefined || name.length > maxKnownLength) return known
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

  /** The upstreams of several resources. Lists are read once for all of them. */
  async ofUris(uris: readonly string[], reader: ListReader): Promise<ReadonlyMap<string, Upstream | undefined>> {
    const owners = () => new Map(uris.map((uri) => [uri, this.lastOwner(uri, reader)]))
    const known = owners()
    const unknown = uris.filter((uri) => known.get(uri) === undefined)
    if (unknown.length === 0) return known
    await this.#readLists(unknown, reader)
    return owners()
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
      owner(({ lists }) => lists.last('resourceTemplates')?.has(uri)) ??
      owner(({ lists }) => lists.last('resourceTemplates')?.matches(uri))
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
    return this.#upstreams.length > 1 && serverOfName(name) === undefined ? undefined : this.#unprefixed(name)
  }

  /** The only upstream without a prefix has all names that no other can have. */
  #unprefixed(name: string): NamedRoute | undefined {
    const [upstream, ...more] = this.#upstreams.filter(({ names }) => names.prefix === '')
    if (more.length > 0 || this.#upstreams.some(({ names }) => names.hasPrefixOf(name))) return undefined
    const original = upstream?.names.toUnprefixed(name)
    return upstream === undefined || original === undefined ? undefined : { upstream, name: original }
  }

  /** Lists have names with hashes, and those of several upstreams without a prefix. */
  async #search(kind: 'tools' | 'prompts', name: string, reader: ListReader): Promise<NamedRoute> {
    const names = await this.#lists.names(kind, reader)
    const route = this.known(name) ?? names.routeOf(name) ?? this.#unprefixed(name)
    if (route === undefined) throw toUnknownError(kind, name)
    return assertOffered(kind, route, name)
  }

  async #searchUri(uri: string, reader: ListReader): Promise<Upstream | undefined> {
    await this.#readLists([uri], reader)
    return this.lastOwner(uri, reader)
  }

  async #readLists(uris: readonly string[], reader: ListReader): Promise<void> {
    const kinds: readonly ListKind[] = [
      'resources',
      'resourceTemplates',
      ...(uris.some(isUi) ? (['tools'] as const) : []),
    ]
    await Promise.all(kinds.map((kind) => Promise.resolve(this.#lists.parts(kind, reader)).catch(() => {})))
    const isOfSkill = (uri: string) => uri.startsWith('skill:') && this.lastOwner(uri, reader) === undefined
    if (uris.some(isOfSkill)) await this.skills.read(reader)
  }
}

/** The upstreams and their names decide what can be remembered; names come from clients. */
const maxKnown = 10_000
const maxKnownLength = 256

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
