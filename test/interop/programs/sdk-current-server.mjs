import { completable } from 'mcp-sdk-current/server/completable.js'
import { McpServer, ResourceTemplate } from 'mcp-sdk-current/server/mcp.js'
import { StdioServerTransport } from 'mcp-sdk-current/server/stdio.js'
import * as types from 'mcp-sdk-current/types.js'
import { serveSdk1 } from './serve-sdk-1.mjs'

await serveSdk1({ McpServer, ResourceTemplate, StdioServerTransport, completable, types })
