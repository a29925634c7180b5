import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { serveHttpV1 } from './serve-sdk-v1.mjs'

await serveHttpV1(McpServer, StreamableHTTPServerTransport)
