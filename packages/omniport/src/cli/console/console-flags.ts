/** The options of `console` alone. */
export interface ConsoleFlags {
  /** Folders that servers may work in. */
  readonly root: readonly string[]
  /** The base URL of a model for servers, with OpenAI's API. */
  readonly modelUrl?: string | undefined
  readonly model?: string | undefined
}
