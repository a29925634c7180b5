import type { Prompts, SelectPrompt } from './prompts.js'
import type { Progress } from './terminal.js'

/** The terminal of the session. Requests of servers interrupt it, and open menus return after them. */
export interface Screen extends Prompts {
  /** A function is called each time the menu opens. */
  select<T>(prompt: SelectPrompt<T> | (() => SelectPrompt<T>)): Promise<T | undefined>
  /** Shows progress until `work` settles, and settles as it does. Esc or Ctrl-C abort it; the result is undefined. */
  withProgress<T>(message: string, work: (progressContext: ProgressContext) => Promise<T>): Promise<T | undefined>
}

export interface ProgressContext {
  readonly signal: AbortSignal
  readonly update: (progress: Progress) => void
}
