import type { AuthOptions, Command } from '../../entries/client.js'
import type { Revision } from '../../entries/index.js'
import type { ServerModule } from './load-server-module.js'

/** A server over HTTP. */
export interface UrlTarget {
  readonly url: string
  /** Sent with every request. */
  readonly headers: Record<string, string>
}

/** What a config file says of how to talk to a server. Options of the command line are over it. */
export interface EntryWays {
  readonly timeoutMs?: number | undefined
  readonly revision?: Revision | undefined
}

/** What `connect` takes, once it is found. */
export type ResolvedTarget =
  | { readonly type: 'command'; readonly command: Command; readonly ways?: EntryWays | undefined }
  | { readonly type: 'module'; readonly server: ServerModule }
  /** `auth` is what a config file says; options of the command line are over it. */
  | {
      readonly type: 'url'
      readonly address: UrlTarget
      readonly auth?: AuthOptions | undefined
      readonly ways?: EntryWays | undefined
    }
