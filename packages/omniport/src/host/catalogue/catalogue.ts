import { isVisibleTo } from '../../protocol/apps/is-visible-to.js'
import { estimateTokens } from './estimate-tokens.js'
import { hasSameItems } from './has-same-items.js'
import type { HostTool } from './host-tool.js'
import type { ListedTool } from './listed-tool.js'
import type { NameChoices } from './tool-names.js'

/** A change of the offered tools, by names in the host. If no names are given, only the order changed. */
export interface CatalogueChange {
  readonly added: readonly string[]
  /** Names that now have another definition, other `_meta`, or another tool. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

export interface ToolCount {
  readonly tools: number
  readonly tokens: number
}

/**
 * The tools of all servers under their names in the host, in server order and as listed. Names are looked up, never parsed. It
 * keeps the last list of each current server; delete a server before it is listed again as another user or revision.
 */
export class Catalogue {
  #servers: readonly string[]
  readonly #listed = new Map<string, readonly ListedTool[]>()
  readonly #named = new Map<string, KnownTool[]>()
  readonly #byName = new Map<string, KnownTool>()
  /** True if some tool did not get its first choice of names. */
  #isContested = false
  #tools: readonly HostTool[] | undefined
  readonly #renamed = new WeakMap<HostTool, HostTool>()
  readonly #listeners = new Set<() => void>()

  constructor(servers: readonly string[]) {
    this.#servers = [...servers]
  }

  /** Calls `listener` after each change, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** All tools that are offered to models; the same array until something changes. */
  get tools(): readonly HostTool[] {
    this.#tools ??= Object.freeze(this.#servers.flatMap((server) => this.#offeredBy(server)))
    return this.#tools
  }

  /** Returns the tools of some servers that are offered to models, in catalogue order. */
  toolsOf(servers: readonly string[]): readonly HostTool[] {
    const wanted = new Set(servers)
    return this.#servers.flatMap((server) => (wanted.has(server) ? this.#offeredBy(server) : []))
  }

  /** Counts a server's offered tools; undefined before its first listing. */
  count(server: string): ToolCount | undefined {
    if (!this.#listed.has(server)) return undefined
    const tools = this.#offeredBy(server)
    return { tools: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0) }
  }

  /** Returns a tool that is offered to models. */
  resolve(name: string): HostTool | undefined {
    const named = this.#byName.get(name)
    return named !== undefined && isOffered(named) ? named.tool : undefined
  }

  /** Returns a tool of this name, whether it is offered or not. */
  resolveKnown(name: string): HostTool | undefined {
    return this.#byName.get(name)?.tool
  }

  resolveBlocked(name: string): HostTool | undefined {
    const named = this.#byName.get(name)
    return named?.isBlocked === true ? named.tool : undefined
  }

  /** Returns a tool that its server does not offer to models. */
  resolveAppOnly(name: string): HostTool | undefined {
    const named = this.#byName.get(name)
    return named?.isForModels === false ? named.tool : undefined
  }

  /** Returns a tool that the apps of its server may call, by its name there. */
  resolveForApp(server: string, tool: string): HostTool | undefined {
    const named = this.resolveOfServer(server, tool)
    return named !== undefined && !named.isBlocked && isVisibleTo('app', named.tool) ? named.tool : undefined
  }

  /** Returns the tools of a server that its apps may call. */
  toolsForApps(server: string): readonly HostTool[] {
    const named = this.#named.get(server) ?? []
    return named.flatMap(({ tool, isBlocked }) => (!isBlocked && isVisibleTo('app', tool) ? tool : []))
  }

  /** Returns the tools of a server that pass its filter, offered or not, as listed. */
  knownTools(server: string): readonly KnownTool[] {
    return [...(this.#named.get(server) ?? [])]
  }

  /** Returns a tool by its name on its server, whether it is offered or not. */
  resolveOfServer(server: string, tool: string): KnownTool | undefined {
    return this.#named.get(server)?.find((named) => named.tool.tool === tool)
  }

  /**
   * Replaces the list of a server; undefined if nothing changed. Name conflicts may rename tools of other servers. Lists of
   * unknown servers are ignored.
   */
  replace(server: string, tools: readonly ListedTool[]): CatalogueChange | undefined {
    const before = this.#listed.get(server)
    const isKnown = before !== undefined && hasSameItems(before, tools)
    if (isKnown || !this.#servers.includes(server)) return undefined
    this.#listed.set(server, tools)
    return this.#notify(this.#renameServer(server))
  }

  delete(server: string): CatalogueChange | undefined {
    return this.#listed.delete(server) ? this.#notify(this.#renameServer(server)) : undefined
  }

  /** Sets the servers and their order; lists of others are dropped. */
  setServers(servers: readonly string[]): CatalogueChange | undefined {
    const before = this.tools
    this.#servers = [...servers]
    const there = new Set(servers)
    for (const server of this.#listed.keys()) if (!there.has(server)) this.#listed.delete(server)
    this.#renameAll()
    return this.#notify(this.#changeFrom(before))
  }

  /** Tools that are not offered may have changed even without a change of the offered ones. */
  #notify(change: CatalogueChange | undefined): CatalogueChange | undefined {
    for (const listener of [...this.#listeners]) listener()
    return change
  }

  #offeredBy(server: string): readonly HostTool[] {
    return (this.#named.get(server) ?? []).flatMap((named) => (isOffered(named) ? named.tool : []))
  }

  /** Renames after one server changed; only if names conflict, all servers are renamed. */
  #renameServer(server: string): CatalogueChange | undefined {
    if (this.#isContested || !this.#hasOwnNames(server)) {
      const before = this.tools
      this.#renameAll()
      return this.#changeFrom(before)
    }
    const before = this.#offeredBy(server)
    for (const { tool } of this.#named.get(server) ?? []) this.#byName.delete(tool.name)
    this.#named.delete(server)
    this.#name([server])
    const change = difference(before, this.#offeredBy(server))
    if (change !== undefined) this.#tools = undefined
    return change
  }

  #changeFrom(before: readonly HostTool[]): CatalogueChange | undefined {
    this.#tools = undefined
    const change = difference(before, this.tools)
    if (change === undefined) this.#tools = before
    return change
  }

  /** True if every tool of the server can get its first choice. */
  #hasOwnNames(server: string): boolean {
    const own = new Set<string>()
    for (const { names } of this.#listedBy(server)) {
      const [name] = names
      const other = this.#byName.get(name)
      if (own.has(name) || (other !== undefined && other.tool.server !== server)) return false
      own.add(name)
    }
    return true
  }

  #renameAll(): void {
    this.#byName.clear()
    this.#named.clear()
    this.#isContested = this.#name(this.#servers)
  }

  /** Assigns names; returns true if some tool did not get its first choice. */
  #name(servers: readonly string[]): boolean {
    const assigned = assignNames(servers.flatMap((server) => this.#listedBy(server)))
    let isContested = false
    for (const [name, { tool, names, isBlocked = false }] of assigned) {
      const named = { tool: this.#withName(tool, name), isBlocked, isForModels: isVisibleTo('model', tool) }
      const ofServer = this.#named.get(tool.server)
      if (ofServer === undefined) this.#named.set(tool.server, [named])
      else ofServer.push(named)
      this.#byName.set(name, named)
      isContested ||= name !== names[0]
    }
    return isContested
  }

  #listedBy(server: string): readonly ListedTool[] {
    return this.#listed.get(server) ?? []
  }

  #withName(tool: HostTool, name: string): HostTool {
    if (tool.name === name) return tool
    const known = this.#renamed.get(tool)
    if (known?.name === name) return known
    const renamed = Object.freeze({ ...tool, name, tokens: estimateTokens({ ...tool, name }) })
    this.#renamed.set(tool, renamed)
    return renamed
  }
}

/** A tool that a server lists, whether models get it or not. */
export interface KnownTool {
  readonly tool: HostTool
  /** True: its pin denies calls, since its definition is another one. */
  readonly isBlocked: boolean
  /** False: the tool keeps its name, but only apps of its server may call it. */
  readonly isForModels: boolean
}

function isOffered({ isBlocked, isForModels }: KnownTool): boolean {
  return !isBlocked && isForModels
}

function difference(before: readonly HostTool[], after: readonly HostTool[]): CatalogueChange | undefined {
  if (hasSameItems(before, after)) return undefined
  const was = new Map(before.map((tool) => [tool.name, tool]))
  const is = new Map(after.map((tool) => [tool.name, tool]))
  return {
    added: [...is.keys()].filter((name) => !was.has(name)),
    changed: [...is].filter(([name, tool]) => was.has(name) && was.get(name) !== tool).map(([name]) => name),
    removed: [...was.keys()].filter((name) => !is.has(name)),
  }
}

/**
 * Assigns each item the first of its choices that no other item claims. If several claim a name, none gets it, so that a name
 * never depends on which tool came first. The result does not depend on the order, but keeps it.
 */
export function assignNames<T extends { readonly names: NameChoices }>(items: readonly T[]): ReadonlyMap<string, T> {
  /** Null: claimed by several items. */
  const claims = new Map<string, T | null>()
  const choice = new Map<T, number>()
  const current = (item: T) => item.names[choice.get(item) ?? 0] ?? item.names[0]
  const pending = [...items]
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const name = current(item)
    const other = claims.get(name)
    claims.set(name, other === undefined ? item : null)
    if (other === undefined) continue
    for (const one of other === null ? [item] : [other, item]) {
      const next = (choice.get(one) ?? 0) + 1
      if (next === one.names.length) continue // the last choice is unique
      choice.set(one, next)
      pending.push(one)
    }
  }
  const named = new Map<string, T>()
  for (const item of items) if (!named.has(current(item))) named.set(current(item), item)
  return named
}
