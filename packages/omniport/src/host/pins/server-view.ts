import type { Tool } from '../../protocol/model/tool.js'
import type { HostTool } from '../catalogue/host-tool.js'
import type { PinComparison } from './compare-pins.js'
import type { Pin, PinChange } from './pin.js'
import type { PinReport } from './pin-report.js'
import type { Finding } from './scan/finding.js'

/** A listing compared with the pins of its server. New tools are pinned by then. */
export interface ComparedListing {
  readonly compared: PinComparison
  /** True if the server had no pins before. */
  readonly isFirst: boolean
  /** True if changed tools are blocked; otherwise they are pinned as they are now. */
  readonly isBlocking: boolean
}

/** The listings and reported changes of one server in this process. It keeps no more than two listings. */
export class ServerView {
  readonly #server: string
  readonly #findings: (tool: HostTool) => readonly Finding[]
  #listed: ReadonlyMap<string, HostTool> = new Map()
  #pinned: ReadonlyMap<string, HostTool> = new Map()
  #blocked: ReadonlyMap<string, PinChange> = new Map()
  #missing: ReadonlySet<string> = new Set()

  constructor(server: string, findings: (tool: HostTool) => readonly Finding[]) {
    this.#server = server
    this.#findings = findings
  }

  /** The reported changes of blocked tools, by tool name. */
  get blocked(): ReadonlyMap<string, PinChange> {
    return this.#blocked
  }

  current(name: string): HostTool | undefined {
    return this.#listed.get(name)
  }

  /** True if this definition was already reported as blocked. */
  isReported({ tool, definition }: HostTool): boolean {
    return this.#blocked.get(tool)?.definition === definition
  }

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

  /** Returns the difference between a listed tool and its current pin; undefined if there is none. */
  differenceOf(name: string, pin: Pin | undefined): PinChange | undefined {
    const tool = this.#listed.get(name)
    if (tool === undefined) return pin && this.#toRemoval(name)
    if (pin?.definition === tool.definition) return undefined
    return this.#toChange(pin === undefined ? 'new' : 'changed', tool)
  }

  /** Drops the listing of a server whose settings changed; the pins stay. */
  forgetListing(): void {
    this.#listed = new Map()
    this.#blocked = new Map()
  }

  /** Records that the listed definitions of these tools are now pinned. */
  recordApprovals(names: readonly string[]): void {
    const approved = new Set(names)
    this.#blocked = without(this.#blocked, approved)
    const listed = names.flatMap((name) => entry(name, this.#listed.get(name)))
    this.#pinned = new Map([...without(this.#pinned, approved), ...listed])
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

function without<T>(map: ReadonlyMap<string, T>, names: ReadonlySet<string>): ReadonlyMap<string, T> {
  return new Map([...map].filter(([name]) => !names.has(name)))
}

/** Returns the tool as its server listed it. */
export function toTool(hostTool: HostTool): Tool {
  const { server, tool: name, definition, tokens, ...rest } = hostTool
  return { ...rest, name }
}
