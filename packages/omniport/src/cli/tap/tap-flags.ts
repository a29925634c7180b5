/** The options that only `tap` has. */
export interface TapFlags {
  /** The file of the recording. */
  readonly output?: string | undefined
  readonly quiet?: true | undefined
  readonly redact?: true | undefined
  /** The longest message that is recorded in full, in MiB. */
  readonly maxMessage?: number | undefined
  readonly install?: true | undefined
  readonly uninstall?: true | undefined
}
