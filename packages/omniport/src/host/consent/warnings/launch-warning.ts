import type { LaunchWords } from './launch-words.js'

/** Something to warn of where a command has it. */
export interface LaunchWarning {
  /** What it is about, as it stands in the command; undefined where all is well. */
  readonly find: (words: LaunchWords) => string | undefined
  /** For people, in one sentence. */
  readonly message: (what: string) => string
}
