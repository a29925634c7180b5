import type { Clock } from './clock.js'
import type { RpcId, RpcNotification, RpcResponse } from './messages.js'
import { OmniportError } from './omniport-error.js'

/** How long to wait for an answer, and what to do with what comes before it. */
export interface PendingOptions {
  readonly signal?: AbortSignal | undefined
  /** Restarted by every related notification that reports progress. Default: none. */
  readonly timeoutMs?: number | undefined
  /** From the start, whatever progress is reported. Default: none. */
  readonly maxTimeoutMs?: number | undefined
  /** Nobody waits for the answer, so nobody is to be asked for credentials for its sake. Default: false. */
  readonly isQuiet?: boolean | undefined
  /** Gets notifications that name this request, in order, none after the answer. */
  readonly onNotification?: ((notification: RpcNotification) => void) | undefined
}

interface Entry {
  readonly options: PendingOptions
  readonly resolve: (response: RpcResponse) => void
  readonly reject: (reason: unknown) => void
  readonly restart: () => void
  readonly stop: () => void
}

/**
 * What was asked and is not answered yet. The only mutator of that state: every entry settles exactly once, by its answer,
 * by giving up (signal or timeout), or by the end of the connection; afterwards nothing is left of it.
 */
export class Pending {
  readonly #clock: Clock
  readonly #entries = new Map<RpcId, Entry>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get size(): number {
    return this.#entries.size
  }

  has(id: RpcId): boolean {
    return this.#entries.has(id)
  }

  /**
   * Waits for the answer to `id`. `onAbandoned` is called when the asker gave up, so that the peer can be told.
   *
   * Rejects with the signal's reason, with `OmniportError` `timeout`, or with what `fail` and `closeAll` are given.
   *
   * @throws TypeError when `id` is waited for already.
   */
  add(id: RpcId, options: PendingOptions, onAbandoned: (reason: string) => void): Promise<RpcResponse> {
    if (this.#entries.has(id)) throw new TypeError(`The id ${JSON.stringify(id)} is still in use`)
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown, text: string) => {
        if (this.#take(id) === undefined) return
        reject(reason)
        onAbandoned(text)
      }
      this.#entries.set(id, { options, resolve, reject, ...this.#watch(options, giveUp) })
    })
  }

  /** Hands an answer to whoever asked. False: nobody waits for it (any more). */
  settle(response: RpcResponse): boolean {
    const entry = response.id === null ? undefined : this.#take(response.id)
    entry?.resolve(response)
    return entry !== undefined
  }

  /** Rejects one question. False: nobody waits for it (any more). */
  fail(id: RpcId, reason: unknown): boolean {
    const entry = this.#take(id)
    entry?.reject(reason)
    return entry !== undefined
  }

  /** Hands over a notification that names the question `id`; `extend` restarts its `timeoutMs`. */
  notify(id: RpcId, notification: RpcNotification, extend: boolean): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined) return false
    if (extend) entry.restart()
    entry.options.onNotification?.(notification)
    return true
  }

  /** Rejects everything. Nothing is pending afterwards. */
  closeAll(reason: unknown): void {
    for (const id of [...this.#entries.keys()]) this.fail(id, reason)
  }

  #take(id: RpcId): Entry | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    this.#entries.delete(id)
    entry.stop()
    return entry
  }

  #watch(options: PendingOptions, giveUp: (reason: unknown, text: string) => void): Pick<Entry, 'restart' | 'stop'> {
    const { signal, timeoutMs, maxTimeoutMs } = options
    const expire = (ms: number) => () => {
      const text = `No answer within ${ms} ms`
      giveUp(new OmniportError('timeout', text), text)
    }
    const start = (ms: number | undefined) => (ms === undefined ? undefined : this.#clock.after(ms, expire(ms)))
    const onAbort = () => giveUp(signal?.reason, 'The caller cancelled')
    let stopIdle = start(timeoutMs)
    const stopMax = start(maxTimeoutMs)
    signal?.addEventListener('abort', onAbort, { once: true })
    return {
      restart: () => {
        stopIdle?.()
        stopIdle = start(timeoutMs)
      },
      stop: () => {
        stopIdle?.()
        stopMax?.()
        signal?.removeEventListener('abort', onAbort)
      },
    }
  }
}
