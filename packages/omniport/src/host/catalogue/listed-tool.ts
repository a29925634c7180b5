import type { HostTool } from './host-tool.js'
import type { NameChoices } from './tool-names.js'

/** A tool of a list, before it is known which name it gets. */
export interface ListedTool {
  /** Under its first choice. */
  readonly tool: HostTool
  readonly names: NameChoices
  /** True: it keeps its name, but is not offered. Default: false. */
  readonly isBlocked?: boolean | undefined
}
