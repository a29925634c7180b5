import { completable } from 'mcp-sdk-2025-06/server/completable.js'
import { McpServer, ResourceTemplate } from 'mcp-sdk-2025-06/server/mcp.js'
import { StdioServerTransport } from 'mcp-sdk-2025-06/server/stdio.js'
import * as types from 'mcp-sdk-2025-06/types.js'
import { serveSdk1 } from './serve-sdk-1.mjs'

await serveSdk1({ McpServer, ResourceTemplate, StdioServerTransport, completable, types })
