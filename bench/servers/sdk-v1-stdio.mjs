import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { serveStdioV1 } from './serve-sdk-v1.mjs'

await serveStdioV1(McpServer, StdioServerTransport)
