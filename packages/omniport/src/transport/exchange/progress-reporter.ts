import type { Runtime } from '../../async/runtime/runtime.js'
import type { RpcRequest } from '../../jsonrpc/messages/messages.js'
import type { Exchange, Progress } from '../../protocol/exchange/exchange.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isObject } from '../../values/json/is-object.js'
import { mustBe } from '../../values/options/check-options.js'

/**
 * Reports the progress of one request to its sender: only rising values, at most `burst` reports per window at once, then only the
 * latest at the window's end or before the request ends. Nothing is sent after `finish`.
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

/** The token under which the sender of a request wants its progress reported. Undefined: it wants no reports. */
export function progressTokenOf({ params }: RpcRequest): string | number | undefined {
  const meta = params?.['_meta']
  const token = isObject(meta) ? meta['progressToken'] : undefined
  return typeof token === 'string' || typeof token === 'number' ? token : undefined
}

/** Checks the arguments of `ctx.progress`. @throws TypeError for a number that is not finite, or a message that is no string. */
export function assertProgress(progress: number, total?: number | undefined, message?: string | undefined): void {
  assertFinite('progress', progress)
  if (total !== undefined) assertFinite('total', total)
  if (message !== undefined && typeof message !== 'string') throw mustBe('ctx.progress: message', 'a string', message)
}

function assertFinite(name: string, value: number): void {
  if (Number.isFinite(value)) return
  if (isObject(value))
    throw new TypeError('ctx.progress: the numbers are arguments of their own; write ctx.progress(progress, total)')
  throw mustBe(`ctx.progress: ${name}`, 'a finite number', value)
}

const burst = 10
const windowMs = 100
