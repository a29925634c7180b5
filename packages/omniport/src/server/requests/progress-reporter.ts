import type { Runtime } from '../../async/runtime/runtime.js'
import type { Exchange, Progress } from '../../protocol/exchange/exchange.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'

/**
 * Reports the progress of one call: only rising values, at most `burst` reports per window at once, then only the
 * latest at the window's end or before the call ends. Nothing is sent after `finish`.
 * spec: basic/patterns/progress#behavior-requirements
 */
export class ProgressReporter {
  readonly #exchange: Exchange
  readonly #token: string | number
  readonly #runtime: Runtime
  #last = Number.NEGATIVE_INFINITY
  #sent = 0
  #waiting: Progress | undefined
  #stopWindow: (() => void) | undefined
  #finished = false

  constructor(exchange: Exchange, token: string | number, runtime: Runtime) {
    this.#exchange = exchange
    this.#token = token
    this.#runtime = runtime
  }

  report(report: Progress): void {
    if (this.#finished || report.progress <= this.#last) return
    this.#last = report.progress
    this.#stopWindow ??= this.#runtime.after(windowMs, this.#onWindowEnd)
    if (this.#sent < burst) this.#send(report)
    else this.#waiting = report
  }

  /** Sends the report that waits, before the call is answered. */
  finish(): void {
    this.#flush()
    this.#finished = true
    this.#stopWindow?.()
  }

  readonly #onWindowEnd = (): void => {
    this.#stopWindow = undefined
    this.#sent = 0
    this.#flush()
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.#send(waiting)
  }

  #send({ progress, total, message }: Progress): void {
    this.#sent += 1
    const params = {
      progressToken: this.#token,
      progress,
      ...(total !== undefined && { total }),
      ...(message !== undefined && profileOf(this.#exchange.revision).progressMessage && { message }),
    }
    this.#exchange.notify({ jsonrpc: '2.0', method: 'notifications/progress', params })
  }
}

const burst = 10
const windowMs = 100
