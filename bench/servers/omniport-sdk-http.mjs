import { McpServer } from '@omniport/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@omniport/sdk/server/streamableHttp.js'
import { serveHttpV1 } from './serve-sdk-v1.mjs'

await serveHttpV1(McpServer, StreamableHTTPServerTransport)
