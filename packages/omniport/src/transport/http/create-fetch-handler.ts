import type { ServeTarget } from '../environment.js'
import { FetchHttpAdapter } from './fetch-http-adapter.js'
import { findPlatform } from './guards/find-platform.js'
import { HttpCore } from './http-core.js'
import type { HttpOptions } from './http-options.js'

/** A server as a function from a web-standard request to its response. The code that creates it closes it. */
export interface FetchHandler {
  (request: Request): Promise<Response>
  /** The paths to route here: the endpoint, those of HTTP+SSE, and those of the metadata of `auth`, which start at the root. */
  readonly paths: readonly string[]
  /** Ends sessions and streams; requests in flight may finish for `limits.drainMs`. Settles last. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Serves a server to any web-standard runtime: every revision on one endpoint.
 *
 * The body of the request must be unread. Passing a request whose body a framework has read is an error of the caller.
 *
 * On Cloudflare Workers, Deno Deploy, Vercel, AWS Lambda and Netlify `allowedHosts` is `'any'` unless it is given: the platform
 * routes by `Host`, and its names are not known here. Web pages can call there only from `allowedOrigins`.
 *
 * @throws TypeError naming an option that cannot be used.
 */
export function createFetchHandler(server: ServeTarget, options: HttpOptions = {}): FetchHandler {
  const core = new HttpCore(server, withPlatformHosts(options), 'createFetchHandler')
  const handle = (request: Request) =>
    new Promise<Response>((resolve) => {
      const adapter = new FetchHttpAdapter(request, core.settings.runtime, resolve)
      core.handle(adapter, adapter)
    })
  const close = () => core.close()
  return Object.assign(handle, { paths: core.paths, close, [Symbol.asyncDispose]: close })
}

function withPlatformHosts(options: HttpOptions): HttpOptions {
  if (options.allowedHosts !== undefined || findPlatform() === undefined) return options
  return { ...options, allowedHosts: 'any' }
}
