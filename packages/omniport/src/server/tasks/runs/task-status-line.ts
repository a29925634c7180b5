import type { Runtime } from '../../../async/runtime/runtime.js'
import { taskTimes } from '../task-times.js'

const maxLength = 1_000

export function truncateStatus(text: string): string {
  // Half of a surrogate pair would not survive UTF-8.
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** Writes the progress messages of a task: the first at once, then the latest now and then. */
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

  /** Drops the message that waits, since the task has ended. */
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
