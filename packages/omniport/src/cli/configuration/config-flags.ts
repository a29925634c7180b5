/** The options of `config` alone. */
export interface ConfigFlags {
  /** True: `add` replaces an entry that is there. */
  readonly replace?: true | undefined
}
