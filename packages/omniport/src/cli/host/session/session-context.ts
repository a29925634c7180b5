import type { Host } from '../../../entries/host.js'
import type { ServerLines } from '../events/server-lines.js'
import type { Screen } from '../screen/screen.js'

/** What every menu of a session works with. */
export interface SessionContext {
  readonly host: Host
  readonly screen: Screen
  /** What the servers wrote. */
  readonly lines: ServerLines
  /** Where files are saved. */
  readonly cwd: string
  /** Shows a resource. */
  readonly read: (server: string, uri: string) => Promise<void>
}
