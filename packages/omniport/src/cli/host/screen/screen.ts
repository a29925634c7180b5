import type { Prompts, SelectPrompt } from './prompts.js'
import type { Progress } from './terminal.js'

/** The terminal as the session sees it: questions of servers come in between, and what was open comes back after them. */
export interface Screen extends Prompts {
  /** A function says what the menu is like each time that it is opened, so also when it comes back. */
  select<T>(prompt: SelectPrompt<T> | (() => SelectPrompt<T>)): Promise<T | undefined>
  /**
   * Shows that `work` goes on until it settles, and settles as it does. Esc or Ctrl-C abort its signal, and are undefined at
   * once.
   */
  withProgress<T>(message: string, work: (progressContext: ProgressContext) => Promise<T>): Promise<T | undefined>
}

/** What work that is watched is given. */
export interface ProgressContext {
  readonly signal: AbortSignal
  readonly update: (progress: Progress) => void
}
