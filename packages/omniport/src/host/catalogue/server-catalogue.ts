import type { Tool } from '../../protocol/model/tool.js'
import { canonicalJson } from '../../values/json/canonical-json.js'
import { digestOfJson } from '../../values/json/digest-of-json.js'
import type { ToolFilter } from '../servers/settings/server-settings.js'
import { estimateTokens } from './estimate-tokens.js'
import { hasSameItems } from './has-same-items.js'
import type { ListedTool } from './listed-tool.js'
import { nameChoices, type ToolNaming } from './tool-names.js'

/** How the tools of one server are taken. */
export interface ServerCatalogueOptions {
  readonly server: string
  /** Default: all are let through. */
  readonly filter?: ToolFilter | undefined
  readonly naming?: ToolNaming | undefined
}

/** What a list of tools comes to. */
export interface ToolListing {
  /** As listed. */
  readonly tools: readonly ListedTool[]
  /** Names that the list has more than once; the first tool of that name is taken. */
  readonly duplicates: readonly string[]
}

/**
 * Makes tools of the host out of those that one server lists. What was read before costs nothing again: tools that are the
 * same objects are not looked at, and those that come to the same are given as the objects they were. So is the whole result.
 * Nothing is kept but what the last list held.
 */
export class ServerCatalogue {
  readonly #server: string
  readonly #isLetThrough: NameFilter
  readonly #naming: ToolNaming | undefined
  readonly #read = new WeakMap<Tool, ListedTool>()
  #last: ToolListing = { tools: [], duplicates: [] }

  constructor({ server, filter, naming }: ServerCatalogueOptions) {
    this.#server = server
    this.#isLetThrough = createNameFilter(filter)
    this.#naming = naming
  }

  async read(list: readonly Tool[]): Promise<ToolListing> {
    const { chosen, duplicates } = this.#choose(list)
    await this.#readNew(chosen.filter((tool) => !this.#read.has(tool)))
    const tools = chosen.flatMap((tool) => this.#read.get(tool) ?? []) // all of them are there now
    const { tools: lastTools, duplicates: lastDuplicates } = this.#last
    const isLast = hasSameItems(tools, lastTools) && hasSameItems(duplicates, lastDuplicates)
    if (!isLast) this.#last = { tools, duplicates }
    return this.#last
  }

  #choose(list: readonly Tool[]): { readonly chosen: readonly Tool[]; readonly duplicates: readonly string[] } {
    const chosen = new Map<string, Tool>()
    const duplicates = new Set<string>()
    for (const tool of list) {
      if (!this.#isLetThrough(tool.name)) continue
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

/** Definitions that are hashed at once: as many as keep several threads busy, and few enough for the text of long ones. */
const batch = 64

/** All that a tool is, as its server gave it. `_meta` says something about it, and may differ from list to list. */
export function definitionOf(tool: Tool): Omit<Tool, '_meta'> {
  const { _meta, ...definition } = tool
  return definition
}

/** SHA-256 of the definition of a tool, as hexadecimal text: the same for as long as nothing but `_meta` changes. */
export function digestDefinition(tool: Tool): Promise<string> {
  return digestOfJson(definitionOf(tool))
}

/** Whether a name is let through. */
export type NameFilter = (name: string) => boolean

/**
 * A filter by patterns: `*` stands for any characters, also none, and everything else for itself. Takes no longer than looking
 * through a name once for each pattern, however many stars there are.
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
    // The first place where a part fits leaves most to those after it.
    for (const part of between) {
      const found = name.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at <= name.length - end.length
  }
}
