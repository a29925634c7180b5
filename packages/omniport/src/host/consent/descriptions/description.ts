/**
 * A consent request in words, ready for a terminal or a page. Its texts have no line breaks; control and invisible characters
 * are written as `\u{202E}`.
 */
export interface Description {
  /** The question, in words of this library, with the name of the server. */
  readonly title: string
  /** The details, in full. */
  readonly lines: readonly DescriptionLine[]
  /** The dangers to point out first. */
  readonly warnings: readonly string[]
}

/** One line of a description. */
export interface DescriptionLine {
  /** The label, in words of this library; empty on continuation lines. */
  readonly label: string
  readonly text: string
  /** True if a server, a file or a model wrote the text. Display it as such, and do not make links of it. */
  readonly isUntrusted: boolean
}
