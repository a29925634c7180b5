import { LinkedAbortController } from '../../async/abort/linked-abort-controller.js'
import type { RpcId, RpcNotification } from '../../jsonrpc/messages/messages.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import type { ClientServices } from '../client-services.js'
import type { ConnectionRequestOptions } from '../connect/revision-connection.js'
import type { OpenInputRequest } from './open-input-requests.js'

/**
 * Sends a request, and pauses its time limits while an input request of the server is open. An answer to that restarts
 * `timeoutMs`, as progress does. Input requests that belong to other requests do not count. Each of the others pauses for
 * `limits.questionMs` at most, and only `limits.questions` of them do, so that the wait ends.
 *
 * `send` calls `onId` with the id of the request; without that, every input request counts. Then it calls the `onId` of
 * `options`.
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

/** The two time limits of one request. */
class PausableTimeout {
  readonly #options: ConnectionRequestOptions
  readonly #services: ClientServices
  readonly #linked: LinkedAbortController
  readonly #stopWatching: () => void
  /** The open input requests. While there are any, no time passes. */
  readonly #openRequests = new Set<OpenInputRequest>()
  /** Counts the input requests that paused it so far. */
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

  /** Ignores open input requests that belong to other requests. */
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
