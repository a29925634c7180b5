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
   * Reads until the transport closes, or the server has no stream. Settles when the stream is open, or soon after it was asked
   * for: many servers drop a message of their own that belongs to this stream if it is not open yet. Never rejects.
   */
  start(): Promise<void> {
    const { runtime } = this.#session.endpoint
    return new Promise((resolve) => {
      let stop: (() => void) | undefined
      const onSent = () => {
        stop ??= runtime.after(openMs, resolve)
      }
      const onAnswer = () => {
        stop?.()
        resolve()
      }
      void this.#run({ onSent, onAnswer })
    })
  }

  close(): void {
    this.#closed.abort()
    this.#stream.abort()
  }

  async #run(progress: OpeningProgress): Promise<void> {
    while (!this.#closed.signal.aborted) {
      const isOver = await this.#isOverAfterConnecting(progress)
      progress.onAnswer()
      if (isOver) return
      await this.#stream.pause(this.#closed.signal)
    }
    progress.onAnswer()
  }

  async #isOverAfterConnecting({ onSent, onAnswer }: OpeningProgress): Promise<boolean> {
    // The reply may have been cut before its first event arrived.
    const isGap = this.#hasAsked && this.#stream.lastId === undefined
    this.#hasAsked = true
    const onOpen = () => {
      onAnswer()
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

interface OpeningProgress {
  readonly onSent: () => void
  /** Called when the stream is open, or will not be opened now. */
  readonly onAnswer: () => void
}

/** A server that holds back its reply to the stream delays requests no longer than this. */
const openMs = 50

/** Servers without such a stream answer with these. */
const noStreamStatuses: ReadonlySet<number> = new Set([400, 404, 405, 406, 501])
