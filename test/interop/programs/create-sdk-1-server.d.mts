import type { completable } from 'mcp-sdk-current/server/completable.js'
import type { McpServer, ResourceTemplate } from 'mcp-sdk-current/server/mcp.js'
import type * as types from 'mcp-sdk-current/types.js'
import type { Waits } from './waits.mjs'

/** What is used of a release of the first major version of the SDK; typed as the last of them, which the others agree with. */
export interface Sdk1Server {
  readonly McpServer: typeof McpServer
  readonly ResourceTemplate: typeof ResourceTemplate
  readonly completable: typeof completable
  readonly types: Pick<
    typeof types,
    'LATEST_PROTOCOL_VERSION' | 'SetLevelRequestSchema' | 'SubscribeRequestSchema' | 'UnsubscribeRequestSchema'
  >
}

/** What the scenarios are played against, for one connection. */
export declare function createSdk1Server(sdk: Sdk1Server, waits?: Waits): McpServer
