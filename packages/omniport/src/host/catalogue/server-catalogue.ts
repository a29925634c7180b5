import type { Tool } from '../../protocol/model/tool.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { ToolFilter } from '../servers/settings/server-settings.js'
import { estimateTokens } from './estimate-tokens.js'
import { hasSameItems } from './has-same-items.js'
import type { ListedTool } from './listed-tool.js'
import { nameChoices, type ToolNaming } from './tool-names.js'

export interface ServerCatalogueOptions {
  readonly server: string
  /** Default: all tools pass. */
  readonly filter?: ToolFilter | undefined
  readonly naming?: ToolNaming | undefined
}

export interface ToolListing {
  readonly tools: readonly ListedTool[]
  /** Names that occur more than once; the first tool of each is used. */
  readonly duplicates: readonly string[]
}

/**
 * Converts the tools of one server to tools of the host. It reuses earlier results: for the same tool objects, for equal
 * definitions, and for the whole list. It keeps only the last list.
 */
export class ServerCatalogue {
  readonly #server: string
  readonly #isAllowed: NameFilter
  readonly #naming: ToolNaming | undefined
  readonly #read = new WeakMap<Tool, ListedTool>()
  #last: ToolListing = { tools: [], duplicates: [] }

  constructor({ server, filter, naming }: ServerCatalogueOptions) {
    this.#server = server
    this.#isAllowed = createNameFilter(filter)
    this.#naming = naming
  }

  async read(list: readonly Tool[]): Promise<ToolListing> {
    const { chosen, duplicates } = this.#choose(list)
    await this.#readNew(chosen.filter((tool) => !this.#read.has(tool)))
    const tools = chosen.flatMap((tool) => this.#read.get(tool) ?? []) // all were read above
    const { tools: lastTools, duplicates: lastDuplicates } = this.#last
    const isLast = hasSameItems(tools, lastTools) && hasSameItems(duplicates, lastDuplicates)
    if (!isLast) this.#last = { tools, duplicates }
    return this.#last
  }

  #choose(list: readonly Tool[]): { readonly chosen: readonly Tool[]; readonly duplicates: readonly string[] } {
    const chosen = new Map<string, Tool>()
    const duplicates = new Set<string>()
    for (const tool of list) {
      if (!this.#isAllowed(tool.name)) continue
      if (chosen.has(tool.name)) duplicates.add(tool.name)
      else chosen.set(tool.name, tool)
    }
    return { chosen: [...chosen.values()], duplicates: [...duplicates] }
  }

  async #readNew(tools: readonly Tool[]): Promise<void> {
    if (tools.length === 0) return
    const before = new Map(this.#last.tools.map((listed) => [listed.tool.tool, listed]))
    for (let start = 0; start < tools.length; start += batch) {
      const some = tools.slice(start, start + batch)
      await Promise.all(some.map(async (tool) => this.#read.set(tool, await this.#list(tool, before.get(tool.name)))))
    }
  }

  async #list(tool: Tool, before: ListedTool | undefined): Promise<ListedTool> {
    const definition = await digestDefinition(tool)
    if (before?.tool.definition === definition && hasSameMeta(before.tool, tool)) return before
    const names = before?.names ?? (await nameChoices(this.#server, tool.name, this.#naming))
    const [name] = names
    const tokens = estimateTokens({ ...tool, name })
    return { tool: Object.freeze({ ...tool, name, server: this.#server, tool: tool.name, definition, tokens }), names }
  }
}

function hasSameMeta(a: Tool, b: Tool): boolean {
  return canonicalJson(a._meta) === canonicalJson(b._meta)
}

/** The number of definitions hashed at once: enough to use several threads, few enough to limit memory. */
const batch = 64

/** Returns the definition of a tool: everything but `_meta`, which may differ from list to list. */
export function definitionOf(tool: Tool): Omit<Tool, '_meta'> {
  const { _meta, ...definition } = tool
  return definition
}

/** Returns the SHA-256 of a tool's definition, in hexadecimal; it ignores `_meta`. */
export function digestDefinition(tool: Tool): Promise<string> {
  return digestOfJson(definitionOf(tool))
}

export type NameFilter = (name: string) => boolean

/**
 * Creates a filter by patterns, in which `*` stands for any characters, including none. Time is linear in the name's length
 * per pattern, whatever the number of stars.
 */
export function createNameFilter({ allow, block }: ToolFilter = {}): NameFilter {
  const isAllowed = allow === undefined ? () => true : anyOf(allow)
  const isBlocked = anyOf(block ?? [])
  return (name) => isAllowed(name) && !isBlocked(name)
}

function anyOf(patterns: readonly string[]): NameFilter {
  const names = new Set(patterns.filter((pattern) => !pattern.includes('*')))
  const matchers = patterns.filter((pattern) => pattern.includes('*')).map(toMatcher)
  return (name) => names.has(name) || matchers.some((matches) => matches(name))
}

function toMatcher(pattern: string): NameFilter {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop() ?? ''
  const between = rest.filter((part) => part !== '')
  return (name) => {
    if (!name.startsWith(start) || !name.endsWith(end)) return false
    let at = start.length
    // The first match leaves the most room for the following parts.
    for (const part of between) {
      const found = name.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= name.length - end.length
  }
}
