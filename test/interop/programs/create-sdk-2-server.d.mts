import type { McpServer, ServerNotifier } from '@modelcontextprotocol/server'
import type { Waits } from './waits.mjs'

/** What outlives the requests that are served. */
export interface Shared {
  readonly waits?: Waits
  /** Says what changed to those who listen. Default: it is told on the connection. */
  readonly notify?: ServerNotifier
}

/** What the scenarios are played against, for one connection or one request. */
export declare function createSdk2Server(shared?: Shared): McpServer
