import type { StartSSEOptions } from './streamable-http-options.js'

/** What opens the streams again. */
export interface ReconnectionHost<T extends StartSSEOptions> {
  readonly maxRetries: () => number
  readonly delayMs: (attempt: number) => number
  readonly open: (stream: T) => Promise<void>
  readonly onError: (error: Error) => void
}

/** The attempts to open lost streams again, until the transport is closed. */
export class Reconnection<T extends StartSSEOptions> {
  readonly #host: ReconnectionHost<T>
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()

  constructor(host: ReconnectionHost<T>) {
    this.#host = host
  }

  /** Opens a stream after a while, and again when that fails, until there were too many attempts. */
  schedule(stream: T, attempt: number): void {
    const { maxRetries, delayMs, open, onError } = this.#host
    if (attempt >= maxRetries()) {
      onError(new Error(`Maximum reconnection attempts (${maxRetries()}) exceeded.`))
      return
    }
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer)
        open(stream).catch((error) => {
          onError(new Error(`Failed to reconnect SSE stream: ${error instanceof Error ? error.message : error}`))
          this.schedule(stream, attempt + 1)
        })
      },
      Math.min(delayMs(attempt), longestMs),
    )
    this.#timers.add(timer)
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }
}

/** A timer takes no more; beyond, it would end at once. */
const longestMs = 2 ** 31 - 1
