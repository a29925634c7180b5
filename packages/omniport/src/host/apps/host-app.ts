import type { LoadedApp } from '../../client/apps/loaded-app.js'
import type { HostTool } from '../catalogue/host-tool.js'

/**
 * An app that somebody allowed to be shown. `callTool` and `readResource` are for its view: they reach its own server only, and
 * everything that holds for `callAppTool` and `readResource` of the host holds there. They reject with OmniportError `closed` once
 * another server has its name.
 *
 * spec: SEP-1865#security-implications
 */
export interface HostApp extends LoadedApp {
  /** The name of its server in this host. */
  readonly server: string
  readonly tool: HostTool
}
