/**
 * A question in words, ready for a terminal or a page. No text in it has line breaks, control characters or anything else that
 * cannot be seen: those are written as `\u{202E}`.
 */
export interface Description {
  /** What is asked, in words of this library, with the name of the server. */
  readonly title: string
  /** All there is to know, nothing of it cut. */
  readonly lines: readonly DescriptionLine[]
  /** What a person should look at first. */
  readonly warnings: readonly string[]
}

/** One line of a description. */
export interface DescriptionLine {
  /** In words of this library; empty where the text goes on from the line before. */
  readonly label: string
  readonly text: string
  /** Others wrote it: a server, a file, a model. Show it as what it is, and nothing in it as something to click on. */
  readonly isUntrusted: boolean
}
