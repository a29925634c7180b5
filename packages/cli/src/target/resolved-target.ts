import type { Command } from 'omniport/client'
import type { ServerModule } from './load-server-module.js'

/** A server over HTTP. */
export interface UrlTarget {
  readonly url: string
  /** Sent with every request. */
  readonly headers: Record<string, string>
}

/** What `connect` takes, once it is found. */
export type ResolvedTarget =
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'module'; readonly server: ServerModule }
  | { readonly type: 'url'; readonly address: UrlTarget }
