import { estimateTokens } from './estimate-tokens.js'
import { hasSameItems } from './has-same-items.js'
import type { HostTool } from './host-tool.js'
import type { ListedTool } from './listed-tool.js'
import type { NameChoices } from './tool-names.js'

/** How what is offered differs from before, by names of the host. Where nothing is named, only the order does. */
export interface CatalogueChange {
  readonly added: readonly string[]
  /** They are not what they were: another definition, other `_meta`, or another tool altogether. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** How much a server offers. */
export interface ToolCount {
  readonly tools: number
  /** About how many tokens of a model's context they take. */
  readonly tokens: number
}

/**
 * The tools of all servers under the names of the host: those of the first server first, as it lists them. A name is looked up,
 * never taken apart. What is held of a server is its last list, and nothing of one that is gone: a server that is connected to
 * anew, as another user or at another revision, is to be deleted before.
 */
export class Catalogue {
  #servers: readonly string[]
  readonly #listed = new Map<string, readonly ListedTool[]>()
  /** By server, under the names they have. */
  readonly #named = new Map<string, NamedTool[]>()
  readonly #byName = new Map<string, NamedTool>()
  /** Whether somebody did not get its first choice of a name. */
  #isContested = false
  #tools: readonly HostTool[] | undefined
  readonly #renamed = new WeakMap<HostTool, HostTool>()

  /** With the servers there are, in order. */
  constructor(servers: readonly string[]) {
    this.#servers = [...servers]
  }

  /** All that is offered: the same array until something changes. */
  get tools(): readonly HostTool[] {
    this.#tools ??= Object.freeze(this.#servers.flatMap((server) => this.#offeredBy(server)))
    return this.#tools
  }

  /** What some servers offer, in the order of the catalogue. */
  toolsOf(servers: readonly string[]): readonly HostTool[] {
    const wanted = new Set(servers)
    return this.#servers.flatMap((server) => (wanted.has(server) ? this.#offeredBy(server) : []))
  }

  /** How much a server offers; undefined while it has not been listed. */
  count(server: string): ToolCount | undefined {
    if (!this.#listed.has(server)) return undefined
    const tools = this.#offeredBy(server)
    return { tools: tools.length, tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0) }
  }

  /** What is offered under a name. */
  resolve(name: string): HostTool | undefined {
    const named = this.#byName.get(name)
    return named?.isBlocked === false ? named.tool : undefined
  }

  /** What has a name but is blocked. */
  resolveBlocked(name: string): HostTool | undefined {
    const named = this.#byName.get(name)
    return named?.isBlocked === true ? named.tool : undefined
  }

  /**
   * Forgets what a server listed before, for what it lists now. Undefined: all is as it was. Where tools of several servers
   * came to the same name, those of others may change theirs. What a server lists that is not there any more makes no difference.
   */
  replace(server: string, tools: readonly ListedTool[]): CatalogueChange | undefined {
    const before = this.#listed.get(server)
    const isKnown = before !== undefined && hasSameItems(before, tools)
    if (isKnown || !this.#servers.includes(server)) return undefined
    this.#listed.set(server, tools)
    return this.#nameAgain(server)
  }

  /** Forgets a server until it is listed again. */
  delete(server: string): CatalogueChange | undefined {
    return this.#listed.delete(server) ? this.#nameAgain(server) : undefined
  }

  /** Other servers, or another order, from now on: what is not among them is forgotten. */
  setServers(servers: readonly string[]): CatalogueChange | undefined {
    const before = this.tools
    this.#servers = [...servers]
    const there = new Set(servers)
    for (const server of this.#listed.keys()) if (!there.has(server)) this.#listed.delete(server)
    this.#nameAll()
    return this.#changeFrom(before)
  }

  #offeredBy(server: string): readonly HostTool[] {
    return (this.#named.get(server) ?? []).flatMap(({ tool, isBlocked }) => (isBlocked ? [] : tool))
  }

  /** After one server changed, which mostly is nobody else's business. */
  #nameAgain(server: string): CatalogueChange | undefined {
    if (this.#isContested || !this.#hasOwnNames(server)) {
      const before = this.tools
      this.#nameAll()
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

  /** After everything was named anew. */
  #changeFrom(before: readonly HostTool[]): CatalogueChange | undefined {
    this.#tools = undefined
    const change = difference(before, this.tools)
    if (change === undefined) this.#tools = before
    return change
  }

  /** Whether all that a server lists can have its first choice. */
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

  #nameAll(): void {
    this.#byName.clear()
    this.#named.clear()
    this.#isContested = this.#name(this.#servers)
  }

  /** Whether somebody did not get its first choice. */
  #name(servers: readonly string[]): boolean {
    const assigned = assignNames(servers.flatMap((server) => this.#listedBy(server)))
    let isContested = false
    for (const [name, { tool, names, isBlocked = false }] of assigned) {
      const named = { tool: this.#withName(tool, name), isBlocked }
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

/** A tool under the name it has. */
interface NamedTool {
  readonly tool: HostTool
  readonly isBlocked: boolean
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
 * A name for each, from its choices: the first that no other came to as well. Where several did none of them gets it: a name
 * never means another tool because of who was there first. The order makes no difference, and is kept.
 */
export function assignNames<T extends { readonly names: NameChoices }>(items: readonly T[]): ReadonlyMap<string, T> {
  /** Null: several came to it. */
  const claims = new Map<string, T | null>()
  const choice = new Map<T, number>()
  const current = (item: T) => item.names[choice.get(item) ?? 0] ?? item.names[0]
  const moving = [...items]
  for (let item = moving.pop(); item !== undefined; item = moving.pop()) {
    const name = current(item)
    const other = claims.get(name)
    claims.set(name, other === undefined ? item : null)
    if (other === undefined) continue
    for (const one of other === null ? [item] : [other, item]) {
      const next = (choice.get(one) ?? 0) + 1
      if (next === one.names.length) continue // it has no other, and keeps this one
      choice.set(one, next)
      moving.push(one)
    }
  }
  const named = new Map<string, T>()
  for (const item of items) if (!named.has(current(item))) named.set(current(item), item)
  return named
}
