import type { HostTool } from '../catalogue/host-tool.js'
import type { Pin } from './pin.js'

/** How the tools that a server lists stand to its pins. */
export interface PinComparison {
  /** By their names; of several with one name the first. */
  readonly listed: ReadonlyMap<string, HostTool>
  /** Under a name that had been listed already. */
  readonly duplicates: readonly HostTool[]
  readonly first: readonly HostTool[]
  readonly same: readonly HostTool[]
  readonly changed: readonly HostTool[]
  /** Pinned, and not listed. */
  readonly missing: readonly string[]
}

/** Compares by the names that the server gives, in the order in which it lists them. */
export function comparePins(tools: readonly HostTool[], pins: ReadonlyMap<string, Pin>): PinComparison {
  const listed = new Map<string, HostTool>()
  const duplicates: HostTool[] = []
  for (const tool of tools) {
    if (listed.has(tool.tool)) duplicates.push(tool)
    else listed.set(tool.tool, tool)
  }
  const first: HostTool[] = []
  const same: HostTool[] = []
  const changed: HostTool[] = []
  for (const [name, tool] of listed) {
    const pin = pins.get(name)
    if (pin === undefined) first.push(tool)
    else if (pin.definition === tool.definition) same.push(tool)
    else changed.push(tool)
  }
  const missing = [...pins.keys()].filter((name) => !listed.has(name))
  return { listed, duplicates, first, same, changed, missing }
}
