import type { HostTool } from '../host-tool.js'

/** A result of a search. */
export interface FoundTool {
  readonly tool: HostTool
  /** The relevance, above 0; comparable within one search only. */
  readonly score: number
}
