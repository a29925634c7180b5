import { InMemorySessionAdapter, StreamableHttpTransport } from 'mcp-lite'
import { defineMcpLite } from './define-mcp-lite.mjs'
import { serveFetch } from './serve-fetch.mjs'
import { readSettings } from './settings.mjs'

const sessionAdapter = new InMemorySessionAdapter({ maxEventBufferSize: 1024 })
serveFetch(new StreamableHttpTransport({ sessionAdapter }).bind(defineMcpLite(readSettings().tools)))
