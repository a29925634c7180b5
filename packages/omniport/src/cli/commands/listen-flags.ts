/** The options of `listen` alone. */
export interface ListenFlags {
  /** The number of changes to end after. Default: until it is interrupted. */
  readonly count?: number | undefined
}
