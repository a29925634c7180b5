export { ErrorCode } from './schemas/error-code.js'
export * from './schemas/guards.js'
export { McpError, UrlElicitationRequiredError } from './schemas/mcp-error.js'
export type * from './schemas/message-info.js'
export type * from './schemas/models.gen.js'
export * from './schemas/protocol.gen.js'

export const LATEST_PROTOCOL_VERSION = '2025-11-25'
/** The revision of HTTP requests that name none. */
export const DEFAULT_NEGOTIATED_PROTOCOL_VERSION = '2025-03-26'
/** The revisions with a handshake. */
export const SUPPORTED_PROTOCOL_VERSIONS: string[] = [
  LATEST_PROTOCOL_VERSION,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]
export const RELATED_TASK_META_KEY = 'io.modelcontextprotocol/related-task'
export const JSONRPC_VERSION = '2.0'
