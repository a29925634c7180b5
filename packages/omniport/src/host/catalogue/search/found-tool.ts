import type { HostTool } from '../host-tool.js'

/** A tool that was looked for. */
export interface FoundTool {
  readonly tool: HostTool
  /** How well it fits, above 0; comparable within one search only. */
  readonly score: number
}
