/** The options of `config` alone. */
export interface ConfigFlags {
  /** True: `add` replaces an entry that is there. */
  readonly replace?: true | undefined
  /** The name of the entry that `install` writes. */
  readonly name?: string | undefined
  /** True: `install` and `uninstall` change the file of the project, not that of the user. */
  readonly project?: true | undefined
  /** True: `install` replaces another entry. */
  readonly force?: true | undefined
  /** True: `install` and `uninstall` show what they would change. */
  readonly dryRun?: true | undefined
}
