import { hasCode } from '../../../values/errors/has-code.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { RequestLost } from '../../requests/request-lost.js'
import { formatAddress } from '../http-endpoint.js'
import { HttpStatusError } from '../http-status-error.js'
import type { ClientSession } from './client-session.js'
import { ResumableStream } from './resumable-stream.js'

/**
 * The stream of messages that belong to no request, opened again whenever it ends. A server need not have one.
 *
 * spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server
 */
export class GetStream {
  readonly #session: ClientSession
  readonly #onGap: () => void
  readonly #stream: ResumableStream
  readonly #closed = new AbortController()
  #hasAsked = false
  #hasWorked = false

  /** `onGap` is called when messages may have been missed. */
  constructor(session: ClientSession, onGap: () => void) {
    this.#session = session
    this.#onGap = onGap
    this.#stream = new ResumableStream({ session, use: 'stream', isQuiet: true })
  }

  /**
   * Reads until the transport closes, or the server has no stream. Settles when the first request for it is on its way, or has
   * failed: many servers drop a request of their own that belongs to this stream if it is not open yet. Never rejects.
   */
  start(): Promise<void> {
    return new Promise((resolve) => void this.#run(resolve))
  }

  close(): void {
    this.#closed.abort()
    this.#stream.abort()
  }

  async #run(onSent: () => void): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const isOver = await this.#isOverAfterConnecting(onSent)
      onSent()
      if (isOver) return
      await this.#stream.pause(this.#closed.signal)
    }
    onSent()
  }

  async #isOverAfterConnecting(onSent: () => void): Promise<boolean> {
    // The reply may have been cut before its first event arrived.
    const isGap = this.#hasAsked && this.#stream.lastId === undefined
    this.#hasAsked = true
    const onOpen = () => {
      onSent()
      if (isGap) this.#onGap()
      this.#hasWorked = true
    }
    try {
      if (await this.#stream.connect({ onSent, onOpen })) return false
    } catch (reason) {
      return this.#isOverBy(reason)
    }
    this.#stream.abort()
    const { url } = this.#session.endpoint
    return this.#isOverBy(new OmniportError('invalid_result', `${formatAddress(url)} opened no stream`))
  }

  /** A server that refuses to resume may still open a new stream. One that has no stream is not asked again. */
  #isOverBy(reason: unknown): boolean {
    if (this.#closed.signal.aborted) return true
    if (this.#hasWorked && this.#session.isLostBy(reason)) return true
    if (reason instanceof HttpStatusError) {
      if (reason.isUndecided || reason.status === 500) return this.#report(reason, false)
      if (this.#stream.lastId === undefined)
        return noStreamStatuses.has(reason.status) ? true : this.#report(reason, true)
      this.#stream.forget()
      return false
    }
    if (hasCode(reason, 'unauthorized')) return this.#report(reason, false)
    if (hasCode(reason, 'unreachable') || reason instanceof RequestLost) return false
    return this.#report(reason, true)
  }

  #report(reason: unknown, isOver: boolean): boolean {
    this.#session.endpoint.report(reason)
    return isOver
  }
}

/** Servers without such a stream answer with these. */
const noStreamStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 501])
