import type { ServeTarget } from '../../../transport/environment.js'

/** A server to connect to. A server of this library is a target as well. */
export type Target =
  /** Over HTTP. */
  | string
  | URL
  /** Over HTTP, with headers on every request. */
  | { readonly url: string | URL; readonly headers?: Readonly<Record<string, string>> | undefined }
  | Command
  /**
   * A pair of streams of messages, one per chunk, over your own channel. The client closes it. spec:
   * basic/transports#custom-transports
   */
  | { readonly readable: ReadableStream<unknown>; readonly writable: WritableStream<unknown> }
  /** In memory: a gateway, or a `Serve` of your own. */
  | ServeTarget

/** A server to start and to talk to over stdio. It ends with the client. */
export interface Command {
  /** Searched in the `PATH`, without a shell. */
  readonly command: string
  readonly args?: readonly string[] | undefined
  /** Added to the few variables that a child process gets by default; undefined removes one of those. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Default: the working directory of this process. */
  readonly cwd?: string | undefined
}
