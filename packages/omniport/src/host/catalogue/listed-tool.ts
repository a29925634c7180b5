import type { HostTool } from './host-tool.js'
import type { NameChoices } from './tool-names.js'

/** A listed tool before its name is assigned. */
export interface ListedTool {
  /** The tool under its first choice of names. */
  readonly tool: HostTool
  readonly names: NameChoices
  /** True: the tool keeps its name, but is not offered. Default: false. */
  readonly isBlocked?: boolean | undefined
}
