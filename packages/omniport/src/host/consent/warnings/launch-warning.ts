import type { LaunchWords } from './launch-words.js'

/** A rule that warns about a command. */
export interface LaunchWarning {
  /** Returns the dangerous part of the command; undefined if there is none. */
  readonly find: (words: LaunchWords) => string | undefined
  /** The warning for people, in one sentence. */
  readonly message: (what: string) => string
}
