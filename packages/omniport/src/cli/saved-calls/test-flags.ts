/** The options of `test` alone. */
export interface TestFlags {
  /** The file for the results as JUnit XML. */
  readonly junit?: string | undefined
  /** True: expectations are replaced by what comes. */
  readonly update?: true | undefined
}
