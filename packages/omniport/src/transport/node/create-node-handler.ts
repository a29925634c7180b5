import type { ServerResponse } from 'node:http'
import type { ServeTarget } from '../environment.js'
import { HttpCore } from '../http/http-core.js'
import type { HttpOptions } from '../http/http-options.js'
import { connectionOf } from './node-connection.js'
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
 * Of one connection of HTTP/1.1 one request is served at a time. Requests that a client sends ahead wait, at most 64 of them
 * and 64 KiB; a client that sends more is disconnected. The end of a connection ends what was asked on it.
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function createNodeHandler(server: ServeTarget, options?: HttpOptions): NodeHandler {
  const core = new HttpCore(server, options)
  const paths: ReadonlySet<string> = new Set(core.paths)
  const serve = (adapter: NodeHttpAdapter) => core.handle(adapter, adapter)
  const handle = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => {
    // The public types describe those of Node by structure.
    const message = request as ParsedRequest
    const adapter = new NodeHttpAdapter(message, response as ServerResponse, core.settings)
    if (next !== undefined && !paths.has(adapter.path)) {
      next()
      return
    }
    const connection = connectionOf(message)
    if (connection !== undefined) {
      connection.add(adapter, serve)
      return
    }
    adapter.watch(() => {})
    serve(adapter)
  }
  const close = () => core.close()
  return Object.assign(handle, { paths: core.paths, close, [Symbol.asyncDispose]: close })
}
