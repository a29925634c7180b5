import type { Command } from 'omniport/client'
import type { ServerModule } from './load-server-module.js'

/** What `connect` takes, once it is found. */
export type ResolvedTarget =
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'module'; readonly server: ServerModule }
