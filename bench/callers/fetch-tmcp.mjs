import { HttpTransport } from '@tmcp/transport-http'
import { defineTmcp } from '../servers/define-tmcp.mjs'
import { callHandler } from './call-handler.mjs'

export async function open() {
  const transport = new HttpTransport(defineTmcp(), { path: '/mcp' })
  return { call: callHandler((request) => transport.respond(request)) }
}
