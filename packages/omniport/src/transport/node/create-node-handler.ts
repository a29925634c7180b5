import type { ServerResponse } from 'node:http'
import type { ServeTarget } from '../environment.js'
import { HttpCore } from '../http/http-core.js'
import type { HttpOptions } from '../http/http-options.js'
import { connectionOf } from './node-connection.js'
import { NodeHttpAdapter, type ParsedRequest } from './node-http-adapter.js'
import type { NodeRequest, NodeResponse } from './node-messages.js'

/** A server as a handler for `node:http`, Express or Connect. The code that creates it closes it. */
export interface NodeHandler {
  /** Requests for other paths go to `next`. Without `next` they get 404, with a text that names the endpoint. */
  (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void): void
  /**
   * The paths to route here: the endpoint, those of HTTP+SSE, and those of the metadata of `auth`. If an app mounts the
   * handler under a prefix, the first two are below it. Metadata, whose paths begin with `/.well-known/`, belongs to the root
   * of the host, so the app routes these paths there. spec: RFC 9728#section-3
   */
  readonly paths: readonly string[]
  /** Ends sessions and streams; requests in flight may finish for `limits.drainMs`. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server on `node:http`: every revision on one endpoint. If a framework has parsed the body, it is taken from
 * `request.body`.
 *
 * An app of Express or Connect may mount it under a prefix: `app.use('/api', handler)` serves `/api/mcp`. It may also mount it
 * at the endpoint alone, as in `app.use('/mcp', handler)` or `app.all('/mcp', handler)`.
 *
 * Of one connection of HTTP/1.1 one request is served at a time. Requests that a client sends ahead wait, at most 64 of them
 * and 64 KiB; a client that sends more is disconnected. The end of a connection ends what was asked on it.
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function createNodeHandler(server: ServeTarget, options?: HttpOptions): NodeHandler {
  const core = new HttpCore(server, options, 'createNodeHandler')
  const { runtime, limits } = core.settings
  const adapterOptions = { runtime, limits, paths: core.paths, endpoints: core.endpoints }
  const serve = (adapter: NodeHttpAdapter) => core.handle(adapter, adapter)
  const handle = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => {
    // The public types describe those of Node by structure.
    const message = request as ParsedRequest
    const adapter = new NodeHttpAdapter(message, response as ServerResponse, adapterOptions)
    if (next !== undefined && !core.serves(adapter)) {
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
