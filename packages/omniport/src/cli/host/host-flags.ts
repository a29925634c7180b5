/** What `host` was given on the command line. */
export interface HostFlags {
  /** The only config file. Default: those that are found. */
  readonly config?: string | undefined
  /** For each answer of servers whose entry says nothing. Default: that of the library. */
  readonly timeout?: number | undefined
  /** Sign in where a server over HTTP asks for it, though its entry does not say how. */
  readonly auth?: true | undefined
  /** Folders that servers may be told of. */
  readonly root: readonly string[]
  /** The model that servers may ask, as the wire of OpenAI has it. */
  readonly modelUrl?: string | undefined
  readonly model?: string | undefined
}
