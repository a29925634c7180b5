/** The options of `run` alone. */
export interface RunFlags {
  /** Which program of the package. Default: the only one, or the one with its name. */
  readonly bin?: string | undefined
  readonly fresh?: true | undefined
  /** What npm installs as `@modelcontextprotocol/sdk`. */
  readonly sdk: string
}
