import type { Tool } from '../../protocol/model/tool.js'
import type { HostTool } from '../catalogue/host-tool.js'
import type { PinComparison } from './compare-pins.js'
import type { Pin, PinChange } from './pin.js'
import type { PinReport } from './pin-report.js'
import type { Finding } from './scan/finding.js'

/** A listing that was compared with the pins of its server, which now hold what was new in it. */
export interface ComparedListing {
  readonly compared: PinComparison
  /** Nothing of this server was pinned before. */
  readonly isFirst: boolean
  /** Whether what has changed is blocked; else it is pinned as it is now. */
  readonly isBlocking: boolean
}

/** What this process has seen of one server, and told. No more than two of its listings hold. */
export class ServerView {
  readonly #server: string
  readonly #findings: (tool: HostTool) => readonly Finding[]
  #listed: ReadonlyMap<string, HostTool> = new Map()
  /** The definitions that are pinned, of tools that are listed. */
  #pinned: ReadonlyMap<string, HostTool> = new Map()
  #blocked: ReadonlyMap<string, PinChange> = new Map()
  #missing: ReadonlySet<string> = new Set()

  constructor(server: string, findings: (tool: HostTool) => readonly Finding[]) {
    this.#server = server
    this.#findings = findings
  }

  /** By the names of their tools, as they were told. */
  get blocked(): ReadonlyMap<string, PinChange> {
    return this.#blocked
  }

  /** As it was last listed. */
  current(name: string): HostTool | undefined {
    return this.#listed.get(name)
  }

  /** Whether somebody was told that it is blocked as it is. */
  isReported({ tool, definition }: HostTool): boolean {
    return this.#blocked.get(tool)?.definition === definition
  }

  /** Takes note of a listing, and says what is to be told of it. */
  record({ compared, isFirst, isBlocking }: ComparedListing): PinReport {
    const { listed, duplicates, first, same, changed, missing } = compared
    const added = isFirst ? [] : first.map((tool) => this.#toChange('new', tool))
    const unreported = changed.filter((tool) => !this.isReported(tool))
    const altered = new Map(
      unreported.map((tool) => [tool.tool, { ...this.#toChange('changed', tool), isBlocked: isBlocking }]),
    )
    const removed = missing.filter((name) => !this.#missing.has(name)).map((name) => this.#toRemoval(name))

    const blocked = isBlocking ? changed : []
    this.#blocked = new Map(blocked.flatMap(({ tool }) => entry(tool, altered.get(tool) ?? this.#blocked.get(tool))))
    const before = blocked.flatMap(({ tool }) => entry(tool, this.#pinned.get(tool)))
    const pinned = [...first, ...same, ...(isBlocking ? [] : changed)]
    this.#pinned = new Map([...before, ...pinned.map((tool) => [tool.tool, tool] as const)])
    this.#missing = new Set(missing)
    this.#listed = listed
    return {
      allowed: [...listed.values()].filter(({ tool }) => !this.#blocked.has(tool)),
      blocked: [...blocked, ...duplicates],
      changes: [...added, ...altered.values(), ...removed],
      suspicious: first
        .map((tool) => ({ tool, findings: this.#findings(tool) }))
        .filter(({ findings }) => findings.length > 0),
    }
  }

  /** How a tool differs from its pin, which is now as it is: undefined if it does not. */
  differenceOf(name: string, pin: Pin | undefined): PinChange | undefined {
    const tool = this.#listed.get(name)
    if (tool === undefined) return pin && this.#toRemoval(name)
    if (pin?.definition === tool.definition) return undefined
    return this.#toChange(pin === undefined ? 'new' : 'changed', tool)
  }

  /** What was listed, and told of it, is of another server; what is pinned is the same. */
  forgetListing(): void {
    this.#listed = new Map()
    this.#blocked = new Map()
  }

  /** Takes note that a tool is pinned as it is. */
  recordApproval(name: string): void {
    const tool = this.#listed.get(name)
    this.#blocked = without(this.#blocked, name)
    this.#pinned = new Map([...without(this.#pinned, name), ...entry(name, tool)])
  }

  #toChange(change: 'new' | 'changed', after: HostTool): PinChange {
    const before = change === 'changed' ? this.#pinned.get(after.tool) : undefined
    return {
      change,
      server: this.#server,
      tool: after.tool,
      definition: after.definition,
      before: before && toTool(before),
      after: toTool(after),
      isBlocked: false,
      findings: this.#findings(after),
    }
  }

  #toRemoval(name: string): PinChange {
    const before = this.#pinned.get(name)
    return {
      change: 'removed',
      server: this.#server,
      tool: name,
      before: before && toTool(before),
      isBlocked: false,
      findings: [],
    }
  }
}

function entry<T>(name: string, value: T | undefined): readonly (readonly [string, T])[] {
  return value === undefined ? [] : [[name, value]]
}

function without<T>(map: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([other]) => other !== name))
}

/** A tool as its server gave it, under its name there. */
export function toTool(hostTool: HostTool): Tool {
  const { server, tool: name, definition, tokens, ...rest } = hostTool
  return { ...rest, name }
}
