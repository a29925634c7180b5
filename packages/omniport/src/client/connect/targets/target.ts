import type { ServeTarget } from '../../../transport/environment.js'

/** What to connect to, besides a server of this library. */
export type Target =
  /** Over HTTP. */
  | string
  | URL
  /** Over HTTP, with headers on every request. */
  | { readonly url: string | URL; readonly headers?: Readonly<Record<string, string>> | undefined }
  | Command
  /** A pair of streams of messages, one per chunk, over a channel of your own. It is closed with the client. spec: basic/transports#custom-transports */
  | { readonly readable: ReadableStream<unknown>; readonly writable: WritableStream<unknown> }
  /** In memory: a gateway, or a `Serve` of your own. */
  | ServeTarget

/** A server to start and to talk to over stdio. It ends with the client. */
export interface Command {
  /** Looked up in the `PATH`; no shell reads it. */
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Added to the few variables that a child gets by default; undefined removes one of those. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: where this process is. */
  readonly cwd?: string | undefined
}
