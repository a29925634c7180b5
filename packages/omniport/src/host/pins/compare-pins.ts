import type { HostTool } from '../catalogue/host-tool.js'
import type { Pin } from './pin.js'

/** The tools of a server, sorted by how they compare with its pins. */
export interface PinComparison {
  /** The listed tools by name; of duplicates the first. */
  readonly listed: ReadonlyMap<string, HostTool>
  /** Further tools with the name of an earlier one. */
  readonly duplicates: readonly HostTool[]
  readonly first: readonly HostTool[]
  readonly same: readonly HostTool[]
  readonly changed: readonly HostTool[]
  /** Names that are pinned but not listed. */
  readonly missing: readonly string[]
}

/** Compares tools by their names on the server, in listed order. */
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
