/** Where to save what is no text. */
export interface SaveFlags {
  /** A file, or a folder that is there or ends in a slash. */
  readonly output?: string | undefined
}
