import type { Prompts } from './prompts.js'

/** A terminal without concurrent use. */
export interface Terminal extends Prompts {
  /** Shows progress until `hide`. `onLeave` is called when the user cancels. */
  showProgress(message: string, onLeave: () => void): ProgressDisplay
}

export interface ProgressDisplay {
  update(progress: Progress): void
  /** Hides the line and stops reading keys. */
  hide(): void
  show(): void
}

export interface Progress {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}
