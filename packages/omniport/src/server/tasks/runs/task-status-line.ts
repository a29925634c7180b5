import type { Runtime } from '../../../async/runtime/runtime.js'
import { taskTimes } from '../task-times.js'

/** What is kept of a message; the rest is cut. */
const maxLength = 1_000

/** A text as a task may say of itself. */
export function truncateStatus(text: string): string {
  // A half of a pair of surrogates would not survive UTF-8.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Tells what a task says of its progress: the first message at once, of later ones the latest now and then. */
export class TaskStatusLine {
  readonly #runtime: Runtime
  readonly #onMessage: (message: string) => void
  #waiting: string | undefined
  #stopWindow: (() => void) | undefined
  #isOver = false

  constructor(runtime: Runtime, onMessage: (message: string) => void) {
    this.#runtime = runtime
    this.#onMessage = onMessage
  }

  update(message: string): void {
    if (this.#isOver) return
    this.#waiting = truncateStatus(message)
    if (this.#stopWindow === undefined) this.#flush()
  }

  /** What waits is dropped: the task is over. */
  stop(): void {
    this.#isOver = true
    this.#stopWindow?.()
  }

  #flush(): void {
    this.#stopWindow = undefined
    const message = this.#waiting
    if (message === undefined) return
    this.#waiting = undefined
    this.#stopWindow = this.#runtime.after(taskTimes.status, () => this.#flush(), { background: true })
    this.#onMessage(message)
  }
}
