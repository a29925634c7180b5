import process from 'node:process'
import { HttpTransport } from '@tmcp/transport-http'
import { defineTmcp } from './define-tmcp.mjs'
import { serveFetch } from './serve-fetch.mjs'
import { readSettings } from './settings.mjs'

const server = defineTmcp(readSettings().tools)
const transport = new HttpTransport(server, { path: '/mcp' })
serveFetch((request) => transport.respond(request))

process.on('message', (message) => {
  if (message === 'change') server.tool({ name: 'changing', description: 'Comes anew' }, () => ({ content: [] }))
})
