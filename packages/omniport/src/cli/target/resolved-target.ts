import type { AuthOptions, Command } from '../../entries/client.js'
import type { Revision } from '../../entries/index.js'
import type { ServerModule } from './load-server-module.js'

export interface UrlTarget {
  readonly url: string
  readonly headers: Record<string, string>
}

/** Settings of a config file; options of the command line override them. */
export interface EntryWays {
  readonly timeoutMs?: number | undefined
  readonly revision?: Revision | undefined
}

/** The resolved target, for `connect`. */
export type ResolvedTarget =
  | { readonly type: 'command'; readonly command: Command; readonly ways?: EntryWays | undefined }
  | { readonly type: 'module'; readonly server: ServerModule }
  /** `auth` comes from a config file; options of the command line override it. */
  | {
      readonly type: 'url'
      readonly address: UrlTarget
      readonly auth?: AuthOptions | undefined
      readonly ways?: EntryWays | undefined
    }
