/** The options of `check` alone. */
export interface CheckFlags {
  /** The file of a recording. */
  readonly schema?: string | undefined
  /** The folder of a project; true: the working directory. */
  readonly sdk?: string | true | undefined
  /** The tool that may be called. */
  readonly tool?: string | undefined
  /** The file for the results as JUnit XML. */
  readonly junit?: string | undefined
}
