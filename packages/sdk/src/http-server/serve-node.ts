import type { IncomingMessage, ServerResponse } from 'node:http'
import { defaultLimits, defaultRuntime, NodeHttpAdapter, type ParsedRequest } from '#core/serve'
import type { ServedRequest } from './message-streams.js'

const options = { runtime: defaultRuntime, limits: defaultLimits, paths: [], endpoints: new Set<string>() }

/** Serves a request of Node. Resolves when the reply was sent. One that cannot be served gets 500. */
export function serveNode(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (call: ServedRequest) => Promise<void>,
): Promise<void> {
  return new Promise((resolve) => {
    const adapter = new NodeHttpAdapter(request as ParsedRequest, response, options)
    adapter.watch(resolve)
    serve({ request: adapter, reply: adapter }).catch(() => adapter.send(500, {}))
  })
}
