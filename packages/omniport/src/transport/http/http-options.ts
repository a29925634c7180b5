import type { LimitOptions } from '../../protocol/limits/limit-options.js'
import type { Authenticate } from './auth/authenticate.js'
import type { ServerCardDefinition } from './server-card/server-card.js'

/** Options for legacy sessions. */
export interface SessionOptions {
  /** Default: `limits.sessionIdleMs`, ten minutes. */
  readonly idleMs?: number | undefined
}

/** Options for serving over HTTP, the same in every shell. */
export interface HttpOptions {
  /** The endpoint of Streamable HTTP. Default: `/mcp`. */
  readonly path?: string | undefined
  /**
   * `auto`: responses are JSON, unless the handler sends something before or takes longer than `limits.jsonMs`; then they
   * are streams. `sse`: always streams. `json`: always JSON, so that notifications of a request are dropped; requests of a
   * legacy handler to its client, and `subscriptions/listen`, still make streams. Default: `auto`.
   */
  readonly answers?: 'auto' | 'json' | 'sse' | undefined
  /**
   * False: the server keeps no state for legacy clients. Their session id holds the whole session, sealed. They receive
   * only what belongs to a request of theirs, and streams cannot be resumed. A handler can ask its client something if the
   * response reaches the same process, or if nodes share `stores.inbox` and `secrets`. A request without a session id is
   * served as well, without `initialize`: in the revision of its header, or 2025-03-26, and nothing can be asked. Default: true.
   */
  readonly sessions?: boolean | SessionOptions | undefined
  /**
   * The two paths of HTTP+SSE, the oldest transport, deprecated by the protocol. True: `/sse` and `/messages`. False: none.
   * Default: none in a handler, whose paths are shared with an app; true for `serveHttp`, which has a server of its own.
   */
  readonly sseEndpoints?: boolean | { readonly stream: string; readonly messages: string } | undefined
  /**
   * The values of `Host` that are accepted. `'any'` disables the check: use it only behind a proxy that checks `Host`, or where
   * the server has no browser for a neighbour. The risk is DNS rebinding, where a web page reaches this server under a name of
   * its own. Default: the loopback names; for a fetch handler on a platform (see `createFetchHandler`) any.
   */
  readonly allowedHosts?: readonly string[] | 'any' | undefined
  /**
   * The origins of web pages that may call, such as `https://app.example.com`. Requests without `Origin` do not come from a
   * page and are accepted. The risk: every page of a listed origin can use every tool. Default: the allowed hosts, and none
   * where any host is allowed: a page that reaches this server by DNS rebinding has an origin that equals `Host`.
   */
  readonly allowedOrigins?: readonly string[] | undefined
  /**
   * Authenticates requests, and holds the metadata that tells clients where to get tokens. Default: requests are not
   * authenticated, and the `scopes` of definitions are not checked.
   */
  readonly auth?: Authenticate | undefined
  /**
   * A document for those who look for servers, at `<path>/server-card`, of `serverCard()`; experimental. Everybody can read it, without
   * authentication. Default: none. spec: experimental-ext-server-card
   */
  readonly serverCard?: ServerCardDefinition | undefined
  /** Limits that replace those of the server. */
  readonly limits?: LimitOptions | undefined
}
