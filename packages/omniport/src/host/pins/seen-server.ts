import type { HostTool } from '../catalogue/host-tool.js'
import type { Comparison } from './compare-pins.js'
import type { Finding } from './finding.js'
import type { Pin, PinChange } from './pin.js'
import type { PinReport } from './pin-report.js'
import { toTool } from './to-tool.js'

/** A listing that was compared with the pins of its server, which now hold what was new in it. */
export interface Sight {
  readonly compared: Comparison
  /** Nothing of this server was pinned before. */
  readonly isFirst: boolean
  /** Whether what has changed is blocked; else it is pinned as it is now. */
  readonly isBlocking: boolean
}

/** What this process has seen of one server, and told. No more than two of its listings hold. */
export class SeenServer {
  readonly #server: string
  readonly #findings: (tool: HostTool) => readonly Finding[]
  #listed: ReadonlyMap<string, HostTool> = new Map()
  /** The definitions that are pinned, of tools that are listed. */
  #agreed: ReadonlyMap<string, HostTool> = new Map()
  #blocked: ReadonlyMap<string, PinChange> = new Map()
  #gone: ReadonlySet<string> = new Set()

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
  note({ compared, isFirst, isBlocking }: Sight): PinReport {
    const { listed, doubled, first, same, changed, gone } = compared
    const added = isFirst ? [] : first.map((tool) => this.#toChange('new', tool))
    const unreported = changed.filter((tool) => !this.isReported(tool))
    const altered = new Map(
      unreported.map((tool) => [tool.tool, { ...this.#toChange('changed', tool), isBlocked: isBlocking }]),
    )
    const removed = gone.filter((name) => !this.#gone.has(name)).map((name) => this.#toRemoval(name))

    const blocked = isBlocking ? changed : []
    this.#blocked = new Map(blocked.flatMap(({ tool }) => entry(tool, altered.get(tool) ?? this.#blocked.get(tool))))
    const before = blocked.flatMap(({ tool }) => entry(tool, this.#agreed.get(tool)))
    const agreed = [...first, ...same, ...(isBlocking ? [] : changed)]
    this.#agreed = new Map([...before, ...agreed.map((tool) => [tool.tool, tool] as const)])
    this.#gone = new Set(gone)
    this.#listed = listed
    return {
      allowed: [...listed.values()].filter(({ tool }) => !this.#blocked.has(tool)),
      blocked: [...blocked, ...doubled],
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
  agree(name: string): void {
    const tool = this.#listed.get(name)
    this.#blocked = without(this.#blocked, name)
    this.#agreed = new Map([...without(this.#agreed, name), ...entry(name, tool)])
  }

  #toChange(change: 'new' | 'changed', after: HostTool): PinChange {
    const before = change === 'changed' ? this.#agreed.get(after.tool) : undefined
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
    const before = this.#agreed.get(name)
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
