/** The options of `host`. */
export interface HostFlags {
  /** The only config file. Default: all that are found. */
  readonly config?: string | undefined
  /** Time limit for servers whose entry has none. Default: that of the library. */
  readonly timeout?: number | undefined
  /** True: the user can sign in to HTTP servers whose entries have no credentials. */
  readonly auth?: true | undefined
  /** Folders that servers may work in. */
  readonly root: readonly string[]
  /** The base URL of a model for servers, with OpenAI's API. */
  readonly modelUrl?: string | undefined
  readonly model?: string | undefined
}
