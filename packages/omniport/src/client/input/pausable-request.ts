import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import type { OpenInputRequest } from './open-input-requests.js'

/**
 * Asks a server that may ask back meanwhile: while a question of it is open, the times of `options` stand still. An answer
 * restarts `timeoutMs`, as progress does. A question that is known to be asked for another request does not count, and each
 * of the others for `limits.questionMs` at most, `limits.questions` of them: the wait ends, whatever is asked.
 *
 * `send` says by `onId` which request it is; without that every question counts. That of `options` is told after it.
 *
 * Rejects as `send` does, and with OmniportError `timeout`.
 */
export async function pausableRequest<T>(
  options: ConnectionRequestOptions,
  services: ClientServices,
  send: (options: ConnectionRequestOptions) => Promise<T>,
): Promise<T> {
  const timeout = new PausableTimeout(options, services)
  const onNotification = (notification: RpcNotification) => {
    if (notification.method === 'notifications/progress') timeout.extend()
    options.onNotification?.(notification)
  }
  const onId = (id: RpcId) => {
    timeout.onId(id)
    options.onId?.(id)
  }
  const { signal } = timeout
  try {
    return await send({ ...options, signal, onId, onNotification, timeoutMs: undefined, maxTimeoutMs: undefined })
  } finally {
    timeout.end()
  }
}

/** The two times of one request. */
class PausableTimeout {
  readonly #options: ConnectionRequestOptions
  readonly #services: ClientServices
  readonly #linked: LinkedAbortController
  readonly #stopWatching: () => void
  /** What it waits for. While there is anything no time passes. */
  readonly #openRequests = new Set<OpenInputRequest>()
  /** Questions that it waited for so far. */
  #count = 0
  #id: RpcId | undefined
  #maxLeftMs: number | undefined
  #sinceMs = 0
  #stopIdle: (() => void) | undefined
  #stopMax: (() => void) | undefined

  constructor(options: ConnectionRequestOptions, services: ClientServices) {
    this.#options = options
    this.#services = services
    this.#linked = new LinkedAbortController(options.signal)
    this.#maxLeftMs = options.maxTimeoutMs
    this.#resume()
    this.#stopWatching = services.inputHandlers.openRequests.listen({ onOpen: this.#onOpen, onClose: this.#onClose })
  }

  get signal(): AbortSignal {
    return this.#linked.signal
  }

  /** What was open already turns out to be asked for other requests. */
  onId(id: RpcId): void {
    this.#id = id
    for (const request of [...this.#openRequests]) {
      if (this.#concerns(request)) continue
      this.#count -= 1
      this.#onClose(request)
    }
  }

  extend(): void {
    if (this.#openRequests.size > 0) return
    this.#stopIdle?.()
    this.#stopIdle = this.#start(this.#options.timeoutMs, this.#options.timeoutMs)
  }

  end(): void {
    this.#pause()
    this.#stopWatching()
    this.#linked.unlink()
  }

  readonly #onOpen = (request: OpenInputRequest): void => {
    if (!this.#concerns(request) || this.#count >= this.#services.limits.questions) return
    this.#count += 1
    this.#openRequests.add(request)
    if (this.#openRequests.size === 1) this.#pause()
  }

  readonly #onClose = (request: OpenInputRequest): void => {
    if (this.#openRequests.delete(request) && this.#openRequests.size === 0) this.#resume()
  }

  #concerns({ cause }: OpenInputRequest): boolean {
    return cause === undefined || this.#id === undefined || cause === this.#id
  }

  #resume(): void {
    this.#sinceMs = this.#services.runtime.now()
    this.#stopMax = this.#start(this.#maxLeftMs, this.#options.maxTimeoutMs)
    this.extend()
  }

  #pause(): void {
    this.#stopIdle?.()
    this.#stopMax?.()
    if (this.#maxLeftMs !== undefined) this.#maxLeftMs -= this.#services.runtime.now() - this.#sinceMs
  }

  #start(leftMs: number | undefined, ms: number | undefined): (() => void) | undefined {
    if (leftMs === undefined) return undefined
    const expire = () => this.#linked.abort(new OmniportError('timeout', `No answer within ${ms} ms`))
    return this.#services.runtime.after(Math.max(0, leftMs), expire)
  }
}
