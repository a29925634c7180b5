/** The options of `serve` alone. */
export interface ServeFlags {
  /** How many processes serve the module. Default: this one does. */
  readonly workers?: number | undefined
}
