import type { MaybePromise } from '../../async/maybe-promise.js'
import { serverOfName } from '../../host/catalogue/tool-names.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { NamedItem, UpstreamList } from './upstream-list.js'

/** A definition at its upstream. */
export interface NamedRoute {
  readonly upstream: Upstream
  /** Its name there. */
  readonly name: string
}

/** A list of an upstream. Undefined: none was read. */
export interface NamedList {
  readonly upstream: Upstream
  readonly list: UpstreamList | undefined
}

interface Entry {
  readonly upstream: Upstream
  readonly named: NamedItem
}

/** The names under which clients see the tools or the prompts of all upstreams, in lists and in calls alike. */
export class ShownNames {
  /** The names of those that cannot have that of their settings. Undefined: they have none, and are not shown. */
  readonly others: ReadonlyMap<NamedItem, string | undefined>
  readonly #entries: readonly Entry[]
  #routes: ReadonlyMap<string, NamedRoute> | undefined

  constructor(entries: readonly Entry[], others: ReadonlyMap<NamedItem, string | undefined>) {
    this.#entries = entries
    this.others = others
  }

  /** The definition that is shown under a name. */
  routeOf(name: string): NamedRoute | undefined {
    this.#routes ??= new Map(
      this.#entries.toReversed().flatMap(({ upstream, named }) => {
        const shown = this.others.has(named) ? this.others.get(named) : named.name
        return shown === undefined ? [] : [[shown, { upstream, name: originalOf(named) }]]
      }),
    )
    return this.#routes.get(name)
  }

  /** The definitions that are not shown, by their upstream. */
  hidden(): ReadonlyMap<Upstream, readonly string[]> {
    const hidden = this.#entries.filter(({ named }) => this.others.has(named) && this.others.get(named) === undefined)
    const upstreams = new Set(hidden.map(({ upstream }) => upstream))
    const namesOf = (owner: Upstream) =>
      hidden.flatMap(({ upstream, named }) => (upstream === owner ? [originalOf(named)] : []))
    return new Map([...upstreams].map((upstream) => [upstream, namesOf(upstream)]))
  }
}

/**
 * Decides which definition has a name. First come the names that settings give, by a prefix or by `rename`. What has no prefix never
 * has a name with the prefix of another upstream, also while that one has no list. Of several without a prefix the first upstream
 * keeps the name, and the others have one with a hash, which no other definition can take by being called so.
 */
export function showNames(lists: readonly NamedList[]): MaybePromise<ShownNames> {
  const upstreams = lists.map(({ upstream }) => upstream)
  const entries = lists.flatMap(({ upstream, list }) => (list?.items ?? []).map((named) => ({ upstream, named })))
  const naming = new Naming(upstreams)
  const show = () => new ShownNames(entries, naming.others)
  if (upstreams.every(({ names }) => names.areOwn)) return show()
  const given = entries.filter(isGiven)
  const free = entries.filter((entry) => !isGiven(entry))
  const displaced = [...naming.keep(given), ...naming.keep(free.filter(({ named }) => !hasHash(named.name)))]
  const lookAlikes = free.filter(({ named }) => hasHash(named.name))
  const finish = (): MaybePromise<ShownNames> => {
    const last = naming.keep(lookAlikes)
    return last.length === 0 ? show() : naming.rename(last).then(show)
  }
  return displaced.length === 0 ? finish() : naming.rename(displaced).then(finish)
}

class Naming {
  readonly others = new Map<NamedItem, string | undefined>()
  readonly #upstreams: readonly Upstream[]
  readonly #taken = new Set<string>()

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams
  }

  /** Returns those whose names others have. What has the prefix of another upstream, or the new name of a renamed one, is hidden. */
  keep(entries: readonly Entry[]): readonly Entry[] {
    return entries.filter((entry) => {
      const { upstream, named } = entry
      if (!isGiven(entry) && this.#hasForeignPrefix(upstream, named.name)) return this.#hide(named)
      const owner = this.#upstreams.find(({ names }) => names.toOriginal(named.name) !== undefined) ?? upstream
      if (owner !== upstream) return true
      const original = upstream.names.toOriginal(named.name) ?? originalOf(named)
      return original === originalOf(named) ? !this.#take(named) : this.#hide(named)
    })
  }

  /** Gives names with hashes, as far as nobody has them. */
  async rename(entries: readonly Entry[]): Promise<void> {
    const names = await Promise.all(entries.map(({ upstream, named }) => upstream.names.toOtherName(originalOf(named))))
    for (const [at, { upstream, named }] of entries.entries()) {
      const name = names[at] ?? ''
      if (this.#taken.has(name) || this.#hasForeignPrefix(upstream, name)) this.#hide(named)
      else this.others.set(named, name)
      this.#taken.add(name)
    }
  }

  #take({ name }: NamedItem): boolean {
    if (this.#taken.has(name)) return false
    this.#taken.add(name)
    return true
  }

  #hide(named: NamedItem): false {
    this.others.set(named, undefined)
    return false
  }

  #hasForeignPrefix(upstream: Upstream, name: string): boolean {
    return this.#upstreams.some((other) => other !== upstream && other.names.hasPrefixOf(name))
  }
}

/** True: settings give the name. */
function isGiven({ upstream, named }: Entry): boolean {
  return upstream.names.prefix !== '' || named.name !== originalOf(named)
}

function originalOf({ item }: NamedItem): string {
  return String(item['name'])
}

/** True for a name that looks like one with a hash. */
function hasHash(name: string): boolean {
  return serverOfName(name) === undefined
}
