import type { Prompts } from './prompts.js'

/** A terminal, used by one at a time. */
export interface Terminal extends Prompts {
  /** Shows that something goes on, from now until `hide`. `onLeave` is called when the person has had enough of it. */
  showProgress(message: string, onLeave: () => void): ProgressDisplay
}

/** A line that shows that something goes on. */
export interface ProgressDisplay {
  update(progress: Progress): void
  /** Takes it away, and leaves the keys to others. */
  hide(): void
  /** Brings it back. */
  show(): void
}

/** How far something is: `done` of `total`, where that is known. */
export interface Progress {
  readonly done: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}
