import type { HostTool } from '../catalogue/host-tool.js'
import type { Pin } from './pin.js'

/** How the tools that a server lists stand to its pins. */
export interface Comparison {
  /** By their names; of several with one name the first. */
  readonly listed: ReadonlyMap<string, HostTool>
  /** Under a name that had been listed already. */
  readonly doubled: readonly HostTool[]
  readonly first: readonly HostTool[]
  readonly same: readonly HostTool[]
  readonly changed: readonly HostTool[]
  /** Pinned, and not listed. */
  readonly gone: readonly string[]
}

/** Compares by the names that the server gives, in the order in which it lists them. */
export function comparePins(tools: readonly HostTool[], pins: ReadonlyMap<string, Pin>): Comparison {
  const listed = new Map<string, HostTool>()
  const doubled: HostTool[] = []
  for (const tool of tools) {
    if (listed.has(tool.tool)) doubled.push(tool)
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
  const gone = [...pins.keys()].filter((name) => !listed.has(name))
  return { listed, doubled, first, same, changed, gone }
}
