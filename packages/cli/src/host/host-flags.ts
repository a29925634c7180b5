/** What `host` was given on the command line. */
export interface HostFlags {
  /** The only config file. Default: those that are found. */
  readonly config?: string | undefined
  /** For each answer. Default: that of the library. */
  readonly timeout?: number | undefined
  /** Folders that servers may be told of. */
  readonly root: readonly string[]
  /** The model that servers may ask, as the wire of OpenAI has it. */
  readonly modelUrl?: string | undefined
  readonly model?: string | undefined
}
