import type { HostTool } from '../catalogue/host-tool.js'
import type { PinChange } from './pin.js'
import type { Finding } from './scan/finding.js'

/** The result of checking a server's tools against its pins. */
export interface PinReport {
  /** Tools that may be offered and called, in listed order. */
  readonly allowed: readonly HostTool[]
  /** Tools that differ from their pins, and duplicates. */
  readonly blocked: readonly HostTool[]
  /** Changes that were not reported before. The first listing of a server has none. */
  readonly changes: readonly PinChange[]
  /** New tools with findings. They are pinned and allowed; a person sees the findings before a call. */
  readonly suspicious: readonly SuspiciousTool[]
}

/** A tool with findings in its definition. */
export interface SuspiciousTool {
  readonly tool: HostTool
  readonly findings: readonly Finding[]
}
