import type { RpcNotification } from '../../jsonrpc/messages.js'
import { OmniportError } from '../../jsonrpc/omniport-error.js'
import type { AskOptions } from '../connected.js'
import type { Home } from '../home.js'
import { LinkedAbort } from './linked-abort.js'

/**
 * Asks a server that may ask back meanwhile: while a question of it is open, the times of `options` stand still. An answer
 * restarts `timeoutMs`, as progress does.
 *
 * Rejects as `ask` does, and with OmniportError `timeout`.
 */
export async function patientAsk<T>(
  options: AskOptions,
  home: Home,
  ask: (options: AskOptions) => Promise<T>,
): Promise<T> {
  const patience = new Patience(options, home)
  const onNotification = (notification: RpcNotification) => {
    if (notification.method === 'notifications/progress') patience.extend()
    options.onNotification?.(notification)
  }
  const { signal } = patience
  try {
    return await ask({ ...options, signal, onNotification, timeoutMs: undefined, maxTimeoutMs: undefined })
  } finally {
    patience.end()
  }
}

/** The two times of one request. */
class Patience {
  readonly #options: AskOptions
  readonly #home: Home
  readonly #linked: LinkedAbort
  readonly #stopListening: () => void
  #maxLeftMs: number | undefined
  #sinceMs = 0
  #stopIdle: (() => void) | undefined
  #stopMax: (() => void) | undefined

  constructor(options: AskOptions, home: Home) {
    this.#options = options
    this.#home = home
    this.#linked = new LinkedAbort(options.signal)
    this.#maxLeftMs = options.maxTimeoutMs
    const { open } = home.answers
    this.#stopListening = open.listen(() => (open.size > 0 ? this.#hold() : this.#run()))
    if (open.size === 0) this.#run()
  }

  get signal(): AbortSignal {
    return this.#linked.signal
  }

  extend(): void {
    if (this.#home.answers.open.size > 0) return
    this.#stopIdle?.()
    this.#stopIdle = this.#start(this.#options.timeoutMs, this.#options.timeoutMs)
  }

  end(): void {
    this.#hold()
    this.#stopListening()
    this.#linked.unlink()
  }

  #run(): void {
    this.#sinceMs = this.#home.runtime.now()
    this.#stopMax = this.#start(this.#maxLeftMs, this.#options.maxTimeoutMs)
    this.extend()
  }

  #hold(): void {
    this.#stopIdle?.()
    this.#stopMax?.()
    if (this.#maxLeftMs !== undefined) this.#maxLeftMs -= this.#home.runtime.now() - this.#sinceMs
  }

  #start(leftMs: number | undefined, ms: number | undefined): (() => void) | undefined {
    if (leftMs === undefined) return undefined
    const expire = () => this.#linked.abort(new OmniportError('timeout', `No answer within ${ms} ms`))
    return this.#home.runtime.after(Math.max(0, leftMs), expire)
  }
}
