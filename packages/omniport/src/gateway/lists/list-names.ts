import { isPromise, type MaybePromise } from '../../async/maybe-promise.js'
import type { Logger } from '../../async/runtime/logger.js'
import { truncate } from '../../values/text/truncate.js'
import type { Upstream } from '../upstreams/upstream.js'
import { type NamedList, type ShownNames, showNames } from './shown-names.js'
import type { UpstreamList } from './upstream-list.js'

/** Decides once which names the definitions of the same lists have. */
export class ListNames {
  readonly #logger: Logger
  /** By the first of the lists. */
  readonly #known = new WeakMap<UpstreamList, NamesOfLists>()
  /** Those of which it was said that some of their definitions are not offered. */
  readonly #warned = new WeakSet<Upstream>()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  of(lists: readonly NamedList[]): MaybePromise<ShownNames> {
    const key = lists.find(({ list }) => list !== undefined)?.list
    const last = key && this.#known.get(key)
    if (last !== undefined && isSame(last.lists, lists)) return last.names
    const known: NamesOfLists = { lists, names: showNames(lists) }
    if (key !== undefined) this.#known.set(key, known)
    const settle = (names: ShownNames) => {
      known.names = names
      this.#warnOf(names)
      return names
    }
    return isPromise(known.names) ? known.names.then(settle) : settle(known.names)
  }

  #warnOf(names: ShownNames): void {
    for (const [upstream, hidden] of names.hidden()) {
      if (this.#warned.has(upstream)) continue
      this.#warned.add(upstream)
      const some = hidden.slice(0, maxInWarning).map((name) => truncate(name))
      const more = hidden.length > some.length ? [`${hidden.length - some.length} more`] : []
      const list = [...some, ...more].join(', ')
      const text = `not offered, since other definitions have these names: ${list}. Give them others with the setting rename`
      this.#logger.warn(`Upstream ${upstream.name}: ${text}`)
    }
  }
}

interface NamesOfLists {
  readonly lists: readonly NamedList[]
  names: MaybePromise<ShownNames>
}

const maxInWarning = 10

function isSame(some: readonly NamedList[], others: readonly NamedList[]): boolean {
  if (some.length !== others.length) return false
  return some.every(({ upstream, list }, at) => upstream === others[at]?.upstream && list === others[at]?.list)
}
