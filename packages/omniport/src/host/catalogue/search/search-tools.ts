import type MiniSearch from 'minisearch'
import { defaultRuntime, type Runtime } from '../../../async/runtime/runtime.js'
import { SerialQueue } from '../../../async/waiting/serial-queue.js'
import { positiveCount } from '../../../protocol/options/option-checks.js'
import type { Catalogue } from '../catalogue.js'
import type { HostTool } from '../host-tool.js'
import type { FoundTool } from './found-tool.js'
import { type IndexEntry, indexedLength, toIndexEntry } from './index-entry.js'
import { searchTerms } from './search-terms.js'

export interface SearchOptions {
  /** Default: all. */
  readonly servers?: readonly string[] | undefined
  /** Default: 10. */
  readonly limit?: number | undefined
}

/**
 * Finds tools of a catalogue by words (BM25 over names, titles, descriptions and parameter names). The index is created with
 * the first search; each search adds the changes since the last. Searches run one at a time.
 */
export class SearchTools {
  readonly #catalogue: Pick<Catalogue, 'tools'>
  readonly #runtime: Pick<Runtime, 'now' | 'defer'>
  #index: Promise<MiniSearch<IndexEntry>> | undefined
  #indexed: ReadonlyMap<string, Indexed> = new Map()
  #tools: readonly HostTool[] = []
  readonly #queue = new SerialQueue()

  constructor(catalogue: Pick<Catalogue, 'tools'>, runtime: Pick<Runtime, 'now' | 'defer'> = defaultRuntime) {
    this.#catalogue = catalogue
    this.#runtime = runtime
  }

  /**
   * Returns the best matches first; equal ones in catalogue order. Rejects with TypeError if `limit` is not a positive
   * integer.
   */
  find(text: string, options: SearchOptions = {}): Promise<readonly FoundTool[]> {
    return this.#queue.run(() => this.#find(text, options))
  }

  async #find(text: string, { servers, limit = 10 }: SearchOptions): Promise<readonly FoundTool[]> {
    positiveCount('searchTools: limit', limit)
    this.#index ??= createIndex()
    const index = await this.#index
    await this.#update(index)
    const wanted = servers === undefined ? undefined : new Set(servers)
    const found: (FoundTool & Pick<Indexed, 'position'>)[] = []
    for (const { id, score } of index.search(queryTerms(text).join(' '))) {
      const indexed = this.#indexed.get(id)
      if (indexed === undefined || wanted?.has(indexed.tool.server) === false) continue
      found.push({ tool: indexed.tool, score: round(score), position: indexed.position })
    }
    found.sort((a, b) => b.score - a.score || a.position - b.position)
    return found.slice(0, limit).map(({ tool, score }) => ({ tool, score }))
  }

  /** Updates the index, with pauses, because a hostile server can make it long. */
  async #update(index: MiniSearch<IndexEntry>): Promise<void> {
    const { tools } = this.#catalogue
    if (tools === this.#tools) return
    const before = this.#indexed
    const after = toIndexed(tools)
    let pausedAt = this.#runtime.now()
    const pause = async () => {
      if (this.#runtime.now() - pausedAt < workMs) return
      await new Promise<void>((resolve) => this.#runtime.defer(resolve))
      pausedAt = this.#runtime.now()
    }
    for (const [name, indexed] of before) {
      if (isSame(indexed, after.get(name))) continue
      index.remove(toIndexEntry(indexed.tool, indexed.length))
      await pause()
    }
    for (const [name, indexed] of after) {
      if (isSame(indexed, before.get(name))) continue
      index.add(toIndexEntry(indexed.tool, indexed.length))
      await pause()
    }
    this.#indexed = after
    this.#tools = tools
  }
}

interface Indexed {
  readonly tool: HostTool
  /** The indexed characters of its description. */
  readonly length: number
  readonly position: number
}

function toIndexed(tools: readonly HostTool[]): ReadonlyMap<string, Indexed> {
  const counts = new Map<string, number>()
  for (const { server } of tools) counts.set(server, (counts.get(server) ?? 0) + 1)
  return new Map(
    tools.map((tool, position) => [tool.name, { tool, length: indexedLength(counts.get(tool.server) ?? 0), position }]),
  )
}

function isSame(a: Indexed, b: Indexed | undefined): boolean {
  return a.tool === b?.tool && a.length === b.length
}

async function createIndex(): Promise<MiniSearch<IndexEntry>> {
  const { default: Index } = await import('minisearch')
  return new Index<IndexEntry>({
    fields: Object.keys(boost),
    tokenize: searchTerms,
    processTerm: (term) => term,
    autoVacuum: false,
    logger: () => {},
    searchOptions: {
      boost,
      tokenize: (terms) => terms.split(' '),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
    },
  })
}

const boost = { name: 4, server: 1.5, title: 2, description: 1, parameters: 0.5 }

/** Rounds a score, since the order of addition changes the last digits. */
function round(score: number): number {
  return Math.round(score * 1e6) / 1e6
}

/** The time after which an update pauses. */
const workMs = 20

/** Splits a query into distinct terms, without stop words unless there are no others. */
export function queryTerms(text: string): readonly string[] {
  const terms = [...new Set(searchTerms(text.slice(0, maxQueryLength)))]
  const significant = terms.filter((term) => !stopWords.has(term))
  return (significant.length === 0 ? terms : significant).slice(0, maxQueryTerms)
}

const maxQueryLength = 1_000
export const maxQueryTerms = 16

const stopWords: ReadonlySet<string> = new Set(
  searchTerms(
    `a an and are as at be by can do for from has have how i in into is it its me my of on or please so
    that the them then there this to use want was we what when where which will with you your`,
  ),
)
