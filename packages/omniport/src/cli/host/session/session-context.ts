import type { Host } from '../../../entries/host.js'
import type { ServerLines } from '../events/server-lines.js'
import type { Screen } from '../screen/screen.js'

export interface SessionContext {
  readonly host: Host
  readonly screen: Screen
  /** The output of the servers. */
  readonly lines: ServerLines
  /** The folder for saved files. */
  readonly cwd: string
  readonly read: (server: string, uri: string) => Promise<void>
}
