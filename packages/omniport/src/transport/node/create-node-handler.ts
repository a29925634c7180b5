import type { ServerResponse } from 'node:http'
import type { ServeTarget } from '../environment.js'
import { HttpCore } from '../http/http-core.js'
import type { HttpOptions } from '../http/http-options.js'
import { NodeHttpAdapter, type ParsedRequest } from './node-http-adapter.js'
import type { NodeRequest, NodeResponse } from './node-messages.js'

/** A server as a handler for `node:http`, Express or Connect. The code that creates it closes it. */
export interface NodeHandler {
  /** Requests for other paths go to `next`, or get 404 if there is no `next`. */
  (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void): void
  /** The paths to route here: the endpoint, and the paths of older transports. */
  readonly paths: readonly string[]
  /** Ends sessions and streams; requests in flight may finish for `limits.drainMs`. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server on `node:http`: every revision on one endpoint. If a framework has parsed the body, it is taken from
 * `request.body`.
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function createNodeHandler(server: ServeTarget, options?: HttpOptions): NodeHandler {
  const core = new HttpCore(server, options)
  const paths: ReadonlySet<string> = new Set(core.paths)
  const handle = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => {
    // The public types describe those of Node by structure.
    const adapter = new NodeHttpAdapter(request as ParsedRequest, response as ServerResponse, core.settings)
    if (next !== undefined && !paths.has(adapter.path)) next()
    else core.handle(adapter, adapter)
  }
  const close = () => core.close()
  return Object.assign(handle, { paths: core.paths, close, [Symbol.asyncDispose]: close })
}
