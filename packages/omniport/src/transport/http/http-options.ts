import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import type { Authenticate } from './auth/authenticate.js'

/** How sessions of 2025-03-26 … 2025-11-25 are kept. */
export interface SessionOptions {
  /** Default: `limits.sessionIdleMs`, ten minutes. */
  readonly idleMs?: number | undefined
}

/** How a server is served over HTTP, the same in every shell. */
export interface HttpOptions {
  /** The endpoint of Streamable HTTP. Default: `/mcp`. */
  readonly path?: string | undefined
  /**
   * `json`: never a stream, so that notifications of a request are dropped (a question of a legacy handler, and
   * `subscriptions/listen`, are streams all the same). `sse`: always a stream. `auto`: JSON unless something comes before
   * the answer or the answer takes longer than `limits.jsonMs`. Default: `auto`.
   */
  readonly answers?: 'auto' | 'json' | 'sse' | undefined
  /**
   * False: legacy clients are served without memory. Their session id says all there is; nothing is pushed to them, and
   * streams cannot be resumed. What a handler asks is answered only if the answer reaches the same process, or the server's
   * `stores.inbox` and `secrets` are shared. Default: true.
   */
  readonly sessions?: boolean | SessionOptions | undefined
  /** The two endpoints of 2024-11-05. Default: `/sse` and `/messages`; false: none. Deprecated by the protocol. */
  readonly sseEndpoints?: boolean | { readonly stream: string; readonly messages: string } | undefined
  /**
   * The names in `Host` that are served. Guards against DNS rebinding: a page of another site that reaches this server
   * through a name of its own is refused. `'any'` turns the guard off: only behind a proxy that checks `Host` itself.
   * Default: the loopback names.
   */
  readonly allowedHosts?: readonly string[] | 'any' | undefined
  /**
   * The web origins whose pages may call, such as `https://app.example.com`; requests without `Origin` do not come from a
   * page. Default: pages of the allowed hosts.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /**
   * Says who sent a request, and what is published about where tokens come from. Default: nobody is authenticated, and
   * `scopes` of definitions are not checked.
   */
  readonly auth?: Authenticate | undefined
  /** Limits to set over those of the server. */
  readonly limits?: LimitOptions | undefined
}
