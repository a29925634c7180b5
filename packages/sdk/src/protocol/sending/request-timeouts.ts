import { ErrorCode, McpError } from '../../types.js'

interface RunningTimeout {
  timer: ReturnType<typeof setTimeout>
  readonly startedAt: number
  readonly timeout: number
  readonly maxTotalTimeout: number | undefined
  readonly resets: boolean
  readonly onTimeout: () => void
}

export interface TimeoutOptions {
  readonly timeout: number
  readonly maxTotalTimeout: number | undefined
  readonly resetTimeoutOnProgress: boolean | undefined
}

/** The timers of the requests that wait for a response. */
export class RequestTimeouts {
  readonly #running = new Map<number, RunningTimeout>()

  start(id: number, options: TimeoutOptions, onTimeout: () => void): void {
    const { timeout, maxTotalTimeout, resetTimeoutOnProgress: resets = false } = options
    const timer = setTimeout(onTimeout, timeout)
    this.#running.set(id, { timer, startedAt: Date.now(), timeout, maxTotalTimeout, resets, onTimeout })
  }

  /** Starts the time of a request anew. Returns an error once its total time is over. */
  extend(id: number): McpError | undefined {
    const running = this.#running.get(id)
    if (running === undefined || !running.resets) return undefined
    const { maxTotalTimeout, startedAt, onTimeout, timeout } = running
    const totalElapsed = Date.now() - startedAt
    if (maxTotalTimeout && totalElapsed >= maxTotalTimeout) {
      const data = { maxTotalTimeout, totalElapsed }
      return McpError.fromError(ErrorCode.RequestTimeout, 'Maximum total timeout exceeded', data)
    }
    clearTimeout(running.timer)
    running.timer = setTimeout(onTimeout, timeout)
    return undefined
  }

  stop(id: number): void {
    clearTimeout(this.#running.get(id)?.timer)
    this.#running.delete(id)
  }

  stopAll(): void {
    for (const { timer } of this.#running.values()) clearTimeout(timer)
    this.#running.clear()
  }
}
