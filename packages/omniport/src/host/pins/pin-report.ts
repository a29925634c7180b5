import type { HostTool } from '../catalogue/host-tool.js'
import type { PinChange } from './pin.js'
import type { Finding } from './scan/finding.js'

/** What a listing of the tools of one server comes to. */
export interface PinReport {
  /** What may be offered and called, in the order of the listing. */
  readonly allowed: readonly HostTool[]
  /** What is not as it is pinned, and what has the name of a tool that was listed before it. */
  readonly blocked: readonly HostTool[]
  /** What was not told before. That a server is seen for the first time makes no changes of its tools. */
  readonly changes: readonly PinChange[]
  /** What was pinned at first sight although it is suspicious. It is allowed: a person is asked before it is called. */
  readonly suspicious: readonly SuspiciousTool[]
}

/** A tool, and what is suspicious about its definition. */
export interface SuspiciousTool {
  readonly tool: HostTool
  readonly findings: readonly Finding[]
}
